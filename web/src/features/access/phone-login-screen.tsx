import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { sendPhoneCode } from '#contract/access.ts'
import { rememberAddress, rememberedPhone } from '../../api/session.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/fields.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { EntryFoot, EntryScreen } from './entry-screen.tsx'
import { NoPhone, usePhoneOffered } from './phone-way.tsx'
import { Inside } from './way-in.tsx'

export function PhoneLoginScreen() {
  const navigate = useNavigate()
  const form = useResourceForm(sendPhoneCode, {
    start: { phone: rememberedPhone() ?? '' },
    onDone: async (_, { phone }) => {
      rememberAddress(phone.trim())
      await navigate({ to: '/otp' })
    },
  })
  return (
    <EntryScreen
      title={t`Log in by SMS`}
      about={t`Tell us your phone number, and we send you a code.`}
      aside={
        <Inside
          picture={<LetterDrawing />}
          title={t`A code, not a password`}
          points={[
            t`It works once, for 10 minutes`,
            t`Only somebody with your phone can read it`,
            t`Nobody at the laboratory will ever ask you for it`,
          ]}
        />
      }
    >
      {usePhoneOffered() === false ? (
        <NoPhone to="/login" />
      ) : (
        <ResourceForm form={form}>
          <TextField name="phone" label={t`Phone number`} type="tel" autoComplete="tel" required />
          <SubmitButton wide>
            <Trans>Send me a code</Trans>
          </SubmitButton>
        </ResourceForm>
      )}
      <EntryFoot>
        <Trans>
          New here? <Link to="/phone-sign-up">Create an account</Link>
        </Trans>
      </EntryFoot>
    </EntryScreen>
  )
}
