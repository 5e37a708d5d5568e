import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { registerPhone } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { rememberAddress } from '../../api/session.ts'
import { translated } from '../../lib/translated.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { ChairDrawing } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/fields.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { toast } from '../../ui/toast.tsx'
import { EntryFoot, EntryScreen } from './entry-screen.tsx'
import { NoPhone, usePhoneOffered } from './phone-way.tsx'
import { signUpFailure } from './sign-up-problem.ts'
import { TermsField } from './terms-field.tsx'
import { WayIn } from './way-in.tsx'

/** For people without an e-mail address: a name, a number, and the code that goes there by SMS. */
export function PhoneSignUpScreen() {
  const navigate = useNavigate()
  const form = useResourceForm(registerPhone, {
    failure: signUpFailure,
    says: false,
    onDone: async ({ message }, { phone }) => {
      rememberAddress(phone.trim())
      toast('success', message || translated(messages.signUp.success))
      await navigate({ to: '/otp' })
    },
  })
  return (
    <EntryScreen
      title={t`Create Account`}
      about={t`Your name and your phone number are enough. You need no password.`}
      aside={<WayIn picture={<ChairDrawing />} step={1} bySms />}
    >
      {usePhoneOffered() === false ? (
        <NoPhone to="/sign-up" />
      ) : (
        <ResourceForm form={form}>
          <TextField name="fullName" label={t`Full name`} autoComplete="name" required />
          <TextField
            name="phone"
            label={t`Phone number`}
            type="tel"
            autoComplete="tel"
            required
            hint={t`We send a code there by SMS, to see that it is yours.`}
          />
          <TermsField />
          <SubmitButton
            wide
            whyNot={form.watch('acceptedTerms') ? null : translated(messages.signUp.termsMissing)}
          >
            <Trans>Sign Up</Trans>
          </SubmitButton>
        </ResourceForm>
      )}
      <EntryFoot>
        <Trans>
          You have an e-mail address? <Link to="/sign-up">Sign up with it</Link>
        </Trans>
      </EntryFoot>
    </EntryScreen>
  )
}
