import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { FormShell, SubmitButton } from '../../../ui/form-shell.tsx'
import { useBenchCall } from '../bench/use-bench-call.ts'

/** Something that is done with a reason: asked for in a dialog, kept in the record. */
export function ReasonButton({
  children,
  title,
  about,
  field,
  yes,
  no,
  danger = false,
  whyNot,
  act,
}: {
  children: ReactNode
  title: string
  about: string
  /** Name of the reason in the call. */
  field: string
  yes: string
  no: string
  danger?: boolean
  whyNot?: string | null
  act: (reason: string) => Promise<{ message: string }>
}) {
  const [open, setOpen] = useState(false)
  const done = useBenchCall(act, { quiet: true, onDone: () => setOpen(false) })
  const error: ApiError | null = done.error
  return (
    <>
      <Button {...(danger && { variant: 'danger' as const })} whyNot={whyNot} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={title}>
        <FormShell
          error={error}
          pending={done.isPending}
          onSubmit={(data) => done.mutate(String(data.get(field) ?? ''))}
        >
          <p>{about}</p>
          <TextArea name={field} label={t`Reason`} required rows={2} maxLength={500} data-first-focus="" />
          <DialogActions>
            <Button onClick={() => setOpen(false)}>{no}</Button>
            <SubmitButton {...(danger && { variant: 'danger' as const })} pending={done.isPending}>
              {yes}
            </SubmitButton>
          </DialogActions>
        </FormShell>
      </Dialog>
    </>
  )
}
