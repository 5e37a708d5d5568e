import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { sendPhoneCode } from '#contract/access.ts'
import { call } from '../../api/client.ts'
import { rememberAddress, rememberedPhone } from '../../api/session.ts'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import { EntryFoot, EntryScreen } from './entry-screen.tsx'
import { NoPhone, usePhoneOffered } from './phone-way.tsx'
import { Inside } from './way-in.tsx'

export function PhoneLoginScreen() {
  const navigate = useNavigate()
  const ask = useMutation({
    mutationFn: (phone: string) => call(sendPhoneCode, { body: { phone } }),
    onSuccess: async ({ message }, phone) => {
      rememberAddress(phone.trim())
      toast('success', message)
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
        <FormShell
          error={ask.error}
          pending={ask.isPending}
          onSubmit={(form) => ask.mutate(String(form.get('phone')))}
        >
          <TextField
            name="phone"
            label={t`Phone number`}
            type="tel"
            autoComplete="tel"
            required
            defaultValue={rememberedPhone() ?? ''}
          />
          <SubmitButton wide pending={ask.isPending}>
            <Trans>Send me a code</Trans>
          </SubmitButton>
        </FormShell>
      )}
      <EntryFoot>
        <Trans>
          New here? <Link to="/phone-sign-up">Create an account</Link>
        </Trans>
      </EntryFoot>
    </EntryScreen>
  )
}
