import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { resetPassword } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { call } from '../../api/client.ts'
import { endSession } from '../../api/session.ts'
import { translated } from '../../lib/translated.ts'
import { LockedCabinetDrawing } from '../../ui/drawings.tsx'
import { FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import { DeadLink } from './dead-link.tsx'
import { EntryFoot, EntryScreen } from './entry-screen.tsx'
import { fragmentValue } from './fragment.ts'
import { differ, type NewPassword, NewPasswordFields, passwordProblem } from './new-password.tsx'
import { Inside } from './way-in.tsx'

export function ResetPasswordScreen() {
  const token = fragmentValue('/reset-password', 'token')
  const afterCode = fragmentValue('/reset-password', 'after') === 'otp'
  return (
    <EntryScreen
      title={afterCode ? t`Choose a password` : t`Choose a new password`}
      about={
        afterCode
          ? t`Your address is confirmed. You signed up in another browser, so the password that you entered there is not used. Choose a password here.`
          : t`You then log in with it, here and everywhere else.`
      }
      aside={
        <Inside
          picture={<LockedCabinetDrawing />}
          title={t`A good password`}
          points={[
            t`Three or four words that do not belong together`,
            t`One that you use nowhere else`,
            t`Kept in a password manager, if you have one`,
          ]}
        />
      }
    >
      {token === null ? (
        <DeadLink>
          <Trans>Open the link in the mail once more, or ask for a new one.</Trans>
        </DeadLink>
      ) : (
        <ResetForm token={token} />
      )}
      {!afterCode && (
        <EntryFoot>
          <Trans>
            Does the link not work? <Link to="/forgot-password">Ask for a new one</Link>
          </Trans>
        </EntryFoot>
      )}
    </EntryScreen>
  )
}

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState<NewPassword>({ password: '', confirmPassword: '' })
  const reset = useMutation({
    mutationFn: () => call(resetPassword, { body: { token, ...typed } }),
    onSuccess: async ({ message }) => {
      // Every session of the account has just ended, this browser's too.
      await endSession()
      toast('success', message)
      await navigate({ to: '/login' })
    },
  })
  const whyNot = passwordProblem(typed) ?? (differ(typed) ? t`Enter the same password twice.` : null)
  return (
    <FormShell error={reset.error} pending={reset.isPending} onSubmit={() => reset.mutate()}>
      <NewPasswordFields
        label={t`New password`}
        value={typed}
        onChange={setTyped}
        differText={translated(messages.signUp.passwordsDiffer)}
      />
      <SubmitButton wide pending={reset.isPending} whyNot={whyNot}>
        <Trans>Set new password</Trans>
      </SubmitButton>
    </FormShell>
  )
}
