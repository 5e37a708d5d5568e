import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { setUp } from '#contract/access.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { call } from '../../api/client.ts'
import { rememberAddress } from '../../api/session.ts'
import { translated } from '../../lib/translated.ts'
import { MicroscopeDrawing } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import { DeadLink } from './dead-link.tsx'
import { EntryScreen } from './entry-screen.tsx'
import { fragmentValue } from './fragment.ts'
import { differ, type NewPassword, NewPasswordFields, passwordProblem } from './new-password.tsx'
import { Inside } from './way-in.tsx'

/** The first manager makes their account with the link that the server printed. */
export function SetUpScreen() {
  const token = fragmentValue('/set-up', 'token')
  return (
    <EntryScreen
      title={t`Set up your laboratory`}
      about={t`Create the account of the first manager.`}
      aside={
        <Inside
          picture={<MicroscopeDrawing />}
          title={t`As the manager you`}
          points={[
            t`See all visits and patients`,
            t`Read what people write to the laboratory`,
            t`Decide who else works here`,
          ]}
        />
      }
    >
      {token === null ? (
        <DeadLink>
          <Trans>
            Copy the whole link that the server printed when it started. It prints a new one at each start
            until there is a manager.
          </Trans>
        </DeadLink>
      ) : (
        <SetUpForm token={token} />
      )}
    </EntryScreen>
  )
}

function SetUpForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState<NewPassword>({ password: '', confirmPassword: '' })
  const create = useMutation({
    mutationFn: (body: BodyInput<typeof setUp>) => call(setUp, { body }),
    onSuccess: async ({ message }, { email }) => {
      rememberAddress(email.trim())
      toast('success', message)
      await navigate({ to: '/login' })
    },
  })
  const whyNot = passwordProblem(typed) ?? (differ(typed) ? t`Enter the same password twice.` : null)
  return (
    <FormShell
      error={create.error}
      pending={create.isPending}
      onSubmit={(form) =>
        create.mutate({
          token,
          fullName: String(form.get('fullName')),
          email: String(form.get('email')),
          ...typed,
        })
      }
    >
      <TextField name="fullName" label={t`Full name`} autoComplete="name" required />
      <TextField name="email" label={t`Email`} type="email" autoComplete="email" required />
      <NewPasswordFields
        value={typed}
        onChange={setTyped}
        differText={translated(messages.signUp.passwordsDiffer)}
      />
      <SubmitButton wide pending={create.isPending} whyNot={whyNot}>
        <Trans>Create the manager’s account</Trans>
      </SubmitButton>
    </FormShell>
  )
}
