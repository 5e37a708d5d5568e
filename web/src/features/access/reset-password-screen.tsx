import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { resetPassword } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { call } from '../../api/client.ts'
import { endSession } from '../../api/session.ts'
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
      title={afterCode ? 'Choose a password' : 'Choose a new password'}
      about={
        afterCode
          ? 'Your address is confirmed. You signed up in another browser, so the password that you entered there is not used. Choose a password here.'
          : 'You then log in with it, here and everywhere else.'
      }
      aside={
        <Inside
          picture={<LockedCabinetDrawing />}
          title="A good password"
          points={[
            'Three or four words that do not belong together',
            'One that you use nowhere else',
            'Kept in a password manager, if you have one',
          ]}
        />
      }
    >
      {token === null ? (
        <DeadLink>Open the link in the mail once more, or ask for a new one.</DeadLink>
      ) : (
        <ResetForm token={token} />
      )}
      {!afterCode && (
        <EntryFoot>
          Does the link not work? <Link to="/forgot-password">Ask for a new one</Link>
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
  const whyNot = passwordProblem(typed) ?? (differ(typed) ? 'Enter the same password twice.' : null)
  return (
    <FormShell error={reset.error} pending={reset.isPending} onSubmit={() => reset.mutate()}>
      <NewPasswordFields
        label="New password"
        value={typed}
        onChange={setTyped}
        differText={messages.signUp.passwordsDiffer}
      />
      <SubmitButton wide pending={reset.isPending} whyNot={whyNot}>
        Set new password
      </SubmitButton>
    </FormShell>
  )
}
