import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { messages } from '#contract/messages.ts'
import { translated } from '../../lib/translated.ts'
import { PasswordField } from '../../ui/fields.tsx'
import { useHeld } from '../../ui/form-fields.ts'
import { CheckIcon } from '../../ui/icons.tsx'

type NewPassword = { password?: string | undefined; confirmPassword?: string | undefined }

const least = 8
const most = 128
const lengthOf = (text: string) => [...text].length

/** What is still wrong with a new password as far as the screen can tell; the server knows the common ones. */
export function passwordProblem({ password = '', confirmPassword = '' }: NewPassword): string | null {
  if (password === '') return t`Choose a password.`
  if (lengthOf(password) < least) return t`The password needs at least ${least} characters.`
  if (lengthOf(password) > most) return t`The password can have at most ${most} characters.`
  if (confirmPassword === '') return t`Enter the password a second time.`
  return password === confirmPassword ? null : t`Enter the same password twice.`
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
  label = t`Password`,
  confirmLabel = t`Confirm password`,
}: {
  label?: string
  confirmLabel?: string
}) {
  const [password] = useHeld('password', '')
  const [again] = useHeld('confirmPassword', '')
  const differ = again !== password && again.length >= password.length && again !== ''
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        autoComplete="new-password"
        required
        hint={<PasswordRules password={password} />}
      />
      <PasswordField
        name="confirmPassword"
        label={confirmLabel}
        autoComplete="new-password"
        required
        error={differ && translated(messages.signUp.passwordsDiffer)}
      />
    </>
  )
}
