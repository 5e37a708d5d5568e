import { type ComponentProps, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useCall } from './use-call.ts'

/** A button whose change is made after a confirmation. A refusal is shown as a toast. */
export function ConfirmButton({
  opener,
  act,
  ...dialog
}: {
  /** The button that opens the dialog. */
  opener: ComponentProps<typeof Button>
  /** The call that makes the change. */
  act: () => Promise<unknown>
} & Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'pending' | 'onYes' | 'onNo'>) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const change = useCall(act, { saysRefusal: true, onSettled: close })
  return (
    <>
      <Button onClick={() => setAsking(true)} {...opener} />
      <ConfirmDialog
        {...dialog}
        open={asking}
        pending={change.isPending}
        onYes={() => change.mutate()}
        onNo={close}
      />
    </>
  )
}
