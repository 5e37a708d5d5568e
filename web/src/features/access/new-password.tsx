import { PasswordField } from '../../ui/fields.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import css from './new-password.module.css'

export type NewPassword = { password: string; confirmPassword: string }

const least = 8
const most = 128
const lengthOf = (text: string) => [...text].length

/** What is still wrong with a new password as far as the screen can tell; the server knows the common ones. */
export function passwordProblem({ password, confirmPassword }: NewPassword): string | null {
  if (password === '') return 'Choose a password.'
  if (lengthOf(password) < least) return `The password needs at least ${least} characters.`
  if (lengthOf(password) > most) return `The password can have at most ${most} characters.`
  if (confirmPassword === '') return 'Enter the password a second time.'
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
    <span className={css.rules}>
      <span className={longEnough ? css.met : css.rule} role="status">
        {longEnough && <CheckIcon size={16} />}
        {ruleText(length)}
      </span>
      <span className={css.rule}>
        Any characters, spaces too. Not a common password, nor your name or the laboratory’s.
      </span>
    </span>
  )
}

function ruleText(length: number): string {
  if (length > most) return `At most ${most} characters: ${length - most} too many`
  if (length === 0 || length >= least) return `At least ${least} characters`
  return `At least ${least} characters: ${least - length} more`
}

/** The password and its repetition. The second field is marked while the two differ. */
export function NewPasswordFields({
  value,
  onChange,
  label = 'Password',
  confirmLabel = 'Confirm password',
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
