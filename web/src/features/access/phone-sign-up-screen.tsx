import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { registerPhone } from '#contract/access.ts'
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
import { NoPhone, usePhoneOffered } from './phone-way.tsx'
import { useSignUpProblem } from './sign-up-problem.ts'
import { TermsField } from './terms-field.tsx'
import { WayIn } from './way-in.tsx'

/** For people without an e-mail address: a name, a number, and the code that goes there by SMS. */
export function PhoneSignUpScreen() {
  const navigate = useNavigate()
  const [terms, setTerms] = useState(false)
  const signUp = useMutation({
    mutationFn: (body: BodyInput<typeof registerPhone>) => call(registerPhone, { body }),
    onSuccess: async ({ message }, { phone }) => {
      rememberAddress(phone.trim())
      toast('success', message || translated(messages.signUp.success))
      await navigate({ to: '/otp' })
    },
  })
  const problem = useSignUpProblem(signUp.error)
  return (
    <EntryScreen
      title={t`Create Account`}
      about={t`Your name and your phone number are enough. You need no password.`}
      aside={<WayIn picture={<ChairDrawing />} step={1} bySms />}
    >
      {usePhoneOffered() === false ? (
        <NoPhone to="/sign-up" />
      ) : (
        <FormShell
          error={problem}
          pending={signUp.isPending}
          onSubmit={(form) =>
            signUp.mutate({
              fullName: String(form.get('fullName')),
              phone: String(form.get('phone')),
              acceptedTerms: true,
            })
          }
        >
          <TextField name="fullName" label={t`Full name`} autoComplete="name" required />
          <TextField
            name="phone"
            label={t`Phone number`}
            type="tel"
            autoComplete="tel"
            required
            hint={t`We send a code there by SMS, to see that it is yours.`}
          />
          <TermsField checked={terms} onChange={setTerms} />
          <SubmitButton
            wide
            pending={signUp.isPending}
            whyNot={terms ? null : translated(messages.signUp.termsMissing)}
          >
            <Trans>Sign Up</Trans>
          </SubmitButton>
        </FormShell>
      )}
      <EntryFoot>
        <Trans>
          You have an e-mail address? <Link to="/sign-up">Sign up with it</Link>
        </Trans>
      </EntryFoot>
    </EntryScreen>
  )
}
