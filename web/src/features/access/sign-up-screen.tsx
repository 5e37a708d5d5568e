import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { register } from '#contract/access.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { call } from '../../api/client.ts'
import { rememberAddress } from '../../api/session.ts'
import { translated } from '../../lib/translated.ts'
import { ChairDrawing } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import { EntryFoot, EntryScreen } from './entry-screen.tsx'
import { differ, NewPasswordFields, passwordProblem } from './new-password.tsx'
import { PhoneWay } from './phone-way.tsx'
import { useSignUpProblem } from './sign-up-problem.ts'
import { TermsField } from './terms-field.tsx'
import { WayIn } from './way-in.tsx'

type SignUp = { fullName: string; email: string; password: string; confirmPassword: string; terms: boolean }

const empty: SignUp = { fullName: '', email: '', password: '', confirmPassword: '', terms: false }

export function SignUpScreen() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(empty)
  const signUp = useMutation({
    mutationFn: (body: BodyInput<typeof register>) => call(register, { body }),
    onSuccess: async ({ message }, { email }) => {
      rememberAddress(email.trim())
      toast('success', message || translated(messages.signUp.success))
      await navigate({ to: '/otp' })
    },
  })
  const problem = useSignUpProblem(signUp.error)
  const set = (change: Partial<SignUp>) => setTyped((before) => ({ ...before, ...change }))
  const { terms, ...entered } = typed
  return (
    <EntryScreen
      title={t`Create Account`}
      about={t`A minute, and you can choose a time for your visit.`}
      aside={<WayIn picture={<ChairDrawing />} step={1} />}
    >
      <FormShell
        error={problem}
        pending={signUp.isPending}
        onSubmit={() => signUp.mutate({ ...entered, acceptedTerms: true })}
      >
        <TextField
          name="fullName"
          label={t`Full name`}
          autoComplete="name"
          required
          value={typed.fullName}
          onChange={(event) => set({ fullName: event.currentTarget.value })}
        />
        <TextField
          name="email"
          label={t`Email`}
          type="email"
          autoComplete="email"
          required
          hint={t`We mail a code there, to see that it is yours.`}
          value={typed.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
        <NewPasswordFields
          value={typed}
          onChange={set}
          differText={translated(messages.signUp.passwordsDiffer)}
        />
        <TermsField checked={terms} onChange={(agreed) => set({ terms: agreed })} />
        <SubmitButton wide pending={signUp.isPending} whyNot={whatIsMissing(typed)}>
          <Trans>Sign Up</Trans>
        </SubmitButton>
      </FormShell>
      <PhoneWay to="/phone-sign-up">
        <Trans>Sign up with your phone number</Trans>
      </PhoneWay>
      <EntryFoot>
        <Trans>
          Already have an account? <Link to="/login">Log in</Link>
        </Trans>
      </EntryFoot>
    </EntryScreen>
  )
}

/** The first thing that keeps somebody from signing up, in the order of the form. */
function whatIsMissing(typed: SignUp): string | null {
  if (Object.values(typed).every((value) => value === '' || value === false)) {
    return t`Fill in the form and agree to the terms.`
  }
  if (typed.fullName.trim() === '') return t`Enter your full name.`
  if (typed.email.trim() === '') return t`Enter your e-mail address.`
  const problem = passwordProblem(typed)
  if (problem) return problem
  if (differ(typed)) return t`Enter the same password twice.`
  return typed.terms ? null : translated(messages.signUp.termsMissing)
}
