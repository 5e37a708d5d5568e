import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PasswordField } from '../../ui/fields.tsx'
import { CheckIcon } from '../../ui/icons.tsx'

export type NewPassword = { password: string; confirmPassword: string }

const least = 8
const most = 128
const lengthOf = (text: string) => [...text].length

/** What is still wrong with a new password as far as the screen can tell; the server knows the common ones. */
export function passwordProblem({ password, confirmPassword }: NewPassword): string | null {
  if (password === '') return t`Choose a password.`
  if (lengthOf(password) < least) return t`The password needs at least ${least} characters.`
  if (lengthOf(password) > most) return t`The password can have at most ${most} characters.`
  if (confirmPassword === '') return t`Enter the password a second time.`
  return null
}

export function differ({ password, confirmPassword }: NewPassword): boolean {
  return confirmPassword !== '' && password !== confirmPassword
}

/** The rules of a password, each marked as soon as it is met. */
export function PasswordRules({ password }: { password: string }) {
  const length = lengthOf(password)
  const longEnough = length >= least && length <= most
  return (
    <span className="stack gap-0.5">
      <span
        className={longEnough ? 'inline-flex items-center gap-1.5 font-600 text-leaf-ink' : 'text-ink-soft'}
        role="status"
      >
        {longEnough && <CheckIcon size={16} />}
        {ruleText(length)}
      </span>
      <span className="text-ink-soft">
        <Trans>Any characters, spaces too. Not a common password, nor your name or the laboratory’s.</Trans>
      </span>
    </span>
  )
}

function ruleText(length: number): string {
  const [excess, missing] = [length - most, least - length]
  if (excess > 0) return t`At most ${most} characters: ${excess} too many`
  if (length === 0 || missing <= 0) return t`At least ${least} characters`
  return t`At least ${least} characters: ${missing} more`
}

/** The password and its repetition. The second field is marked while the two differ. */
export function NewPasswordFields({
  value,
  onChange,
  label = t`Password`,
  confirmLabel = t`Confirm password`,
  differText,
}: {
  value: NewPassword
  onChange: (value: NewPassword) => void
  label?: string
  confirmLabel?: string
  differText: string
}) {
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        autoComplete="new-password"
        required
        hint={<PasswordRules password={value.password} />}
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
      />
      <PasswordField
        name="confirmPassword"
        label={confirmLabel}
        autoComplete="new-password"
        required
        error={
          differ(value) && value.confirmPassword.length >= value.password.length ? differText : undefined
        }
        value={value.confirmPassword}
        onChange={(event) => onChange({ ...value, confirmPassword: event.currentTarget.value })}
      />
    </>
  )
}
