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
      title="Forgot Password"
      about="Tell us your address, and we mail you a link to choose a new password."
      aside={
        <Inside
          picture={<LetterDrawing />}
          title="A link, not a password"
          points={[
            'It works once, for 30 minutes',
            'Your old password works until you choose a new one',
            'No mail? Look under spam, and check the address',
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
            label="Email"
            type="email"
            autoComplete="email"
            required
            defaultValue={rememberedEmail() ?? ''}
          />
          <SubmitButton wide pending={ask.isPending}>
            Mail me a link
          </SubmitButton>
        </FormShell>
      )}
      <PhoneWay to="/phone-login">Log in with a code by SMS</PhoneWay>
      <EntryFoot>
        Remembered it? <Link to="/login">Log in</Link>
      </EntryFoot>
    </EntryScreen>
  )
}
