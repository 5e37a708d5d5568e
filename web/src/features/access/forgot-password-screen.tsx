import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { forgotPassword } from '#contract/access.ts'
import { rememberedEmail } from '../../api/session.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/fields.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EntryFoot, EntryScreen } from './entry-screen.tsx'
import { PhoneWay } from './phone-way.tsx'
import { Inside } from './way-in.tsx'

export function ForgotPasswordScreen() {
  const form = useResourceForm(forgotPassword, { start: { email: rememberedEmail() ?? '' }, says: false })
  return (
    <EntryScreen
      title={t`Forgot Password`}
      about={t`Tell us your e-mail address, and we will send you a link to choose a new password.`}
      aside={
        <Inside
          picture={<LetterDrawing />}
          title={t`A link, not a password`}
          points={[
            t`It works once, for 30 minutes`,
            t`Your old password works until you choose a new one`,
            t`No mail? Look under spam, and check the address`,
          ]}
        />
      }
    >
      {form.data ? (
        <Notice kind="ok" role="status">
          <p>{form.data.message}</p>
        </Notice>
      ) : (
        <ResourceForm form={form}>
          <TextField name="email" label={t`Email`} type="email" autoComplete="email" required />
          <SubmitButton wide>
            <Trans>Mail me a link</Trans>
          </SubmitButton>
        </ResourceForm>
      )}
      <PhoneWay to="/phone-login">
        <Trans>Log in with a code by SMS</Trans>
      </PhoneWay>
      <EntryFoot>
        <Trans>
          Remembered it? <Link to="/login">Log in</Link>
        </Trans>
      </EntryFoot>
    </EntryScreen>
  )
}
