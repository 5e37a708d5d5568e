import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { Profile } from '#contract/access.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/fields.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'

// Parts of the forms by which people change how they log in.

/** The present password; nothing for people who log in without one. */
export function OwnPassword({ profile }: { profile: Profile }) {
  if (!profile.hasPassword) return null
  return (
    <PasswordField
      name="currentPassword"
      label={t`Current password`}
      autoComplete="current-password"
      required
    />
  )
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
