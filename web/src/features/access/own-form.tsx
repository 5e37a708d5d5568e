import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import type { beginPasskey } from '#contract/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'

// Parts of the forms by which people change how they log in.

/** The body of a form with `OwnProof`. An empty password or code is left out: a passkey replaces both. */
export function withProof<Body extends BodyInput<typeof beginPasskey>>({
  currentPassword,
  code,
  ...body
}: Body) {
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
