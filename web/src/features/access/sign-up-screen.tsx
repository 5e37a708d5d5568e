import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { register } from '#contract/access.ts'
import type { BodyInput } from '#contract/endpoint.ts'
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
import { signUpHeading } from './headings.ts'
import { NewPasswordFields, passwordProblem } from './new-password.tsx'
import { PhoneWay } from './phone-way.tsx'
import { signUpFailure } from './sign-up-problem.ts'
import { TermsField } from './terms-field.tsx'
import { WayIn } from './way-in.tsx'

export function SignUpScreen() {
  const navigate = useNavigate()
  const form = useResourceForm(register, {
    failure: signUpFailure,
    says: false,
    onDone: async ({ message }, { email }) => {
      rememberAddress(email.trim())
      toast('success', message || translated(messages.signUp.success))
      await navigate({ to: '/otp' })
    },
  })
  return (
    <EntryScreen {...signUpHeading()} aside={<WayIn picture={<ChairDrawing />} step={1} />}>
      <ResourceForm form={form}>
        <TextField name="fullName" label={t`Full name`} autoComplete="name" required />
        <TextField
          name="email"
          label={t`Email`}
          type="email"
          autoComplete="email"
          required
          hint={t`We mail a code there, to see that it is yours.`}
        />
        <NewPasswordFields />
        <TermsField />
        <SubmitButton wide whyNot={whatIsMissing(form.watch())}>
          <Trans>Sign Up</Trans>
        </SubmitButton>
      </ResourceForm>
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
function whatIsMissing(typed: Partial<BodyInput<typeof register>>): string | null {
  if (!Object.values(typed).some(Boolean)) return t`Fill in the form and agree to the terms.`
  if (!typed.fullName?.trim()) return t`Enter your full name.`
  if (!typed.email?.trim()) return t`Enter your e-mail address.`
  return passwordProblem(typed) ?? (typed.acceptedTerms ? null : translated(messages.signUp.termsMissing))
}
