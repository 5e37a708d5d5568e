import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'

// Parts of the forms by which people change how they log in.

type Proof = { currentPassword?: string | undefined; code?: string | undefined }

/** The body of a form with `OwnProof`: fields that a passkey has made superfluous are left out. */
export function withProof<Body extends Proof>({ currentPassword, code, ...body }: Body) {
  return { ...body, ...(currentPassword && { currentPassword }), ...(code && { code }) }
}

/** The buttons at the end of a form in a dialog. */
export function FormButtons({
  leave = t`Cancel`,
  onLeave,
  children,
}: {
  leave?: ReactNode
  onLeave: () => void
  /** The label of the button that submits. */
  children: ReactNode
}) {
  return (
    <DialogActions>
      <Button onClick={onLeave}>{leave}</Button>
      <SubmitButton>{children}</SubmitButton>
    </DialogActions>
  )
}
