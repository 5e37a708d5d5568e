import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { forgotPassword } from '#contract/access.ts'
import { call } from '../../api/client.ts'
import { rememberedEmail } from '../../api/session.ts'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EntryFoot, EntryScreen } from './entry-screen.tsx'
import { PhoneWay } from './phone-way.tsx'
import { Inside } from './way-in.tsx'

export function ForgotPasswordScreen() {
  const ask = useMutation({ mutationFn: (email: string) => call(forgotPassword, { body: { email } }) })
  return (
    <EntryScreen
      title={t`Forgot Password`}
      about={t`Tell us your address, and we mail you a link to choose a new password.`}
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
      {ask.isSuccess ? (
        <Notice kind="ok" role="status">
          <p>{ask.data.message}</p>
        </Notice>
      ) : (
        <FormShell
          error={ask.error}
          pending={ask.isPending}
          onSubmit={(form) => ask.mutate(String(form.get('email')))}
        >
          <TextField
            name="email"
            label={t`Email`}
            type="email"
            autoComplete="email"
            required
            defaultValue={rememberedEmail() ?? ''}
          />
          <SubmitButton wide pending={ask.isPending}>
            <Trans>Mail me a link</Trans>
          </SubmitButton>
        </FormShell>
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
