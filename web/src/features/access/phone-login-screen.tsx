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
      title="Log in by SMS"
      about="Tell us your phone number, and we send you a code."
      aside={
        <Inside
          picture={<LetterDrawing />}
          title="A code, not a password"
          points={[
            'It works once, for 10 minutes',
            'Only somebody with your phone can read it',
            'Nobody at the laboratory will ever ask you for it',
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
            label="Phone number"
            type="tel"
            autoComplete="tel"
            required
            defaultValue={rememberedPhone() ?? ''}
          />
          <SubmitButton wide pending={ask.isPending}>
            Send me a code
          </SubmitButton>
        </FormShell>
      )}
      <EntryFoot>
        New here? <Link to="/phone-sign-up">Create an account</Link>
      </EntryFoot>
    </EntryScreen>
  )
}
