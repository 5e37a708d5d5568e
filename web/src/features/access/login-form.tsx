import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { login } from '#contract/access.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import type { Role } from '#contract/options.ts'
import { call } from '../../api/client.ts'
import { rememberedAddress } from '../../api/session.ts'
import { useProblem } from '../../api/use-problem.ts'
import { translated } from '../../lib/translated.ts'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import { DemoSignIns } from './demo-sign-ins.tsx'
import { usePhoneOffered } from './phone-way.tsx'
import { type Arrived, useArrival } from './use-arrival.ts'

type Ask = (body: BodyInput<typeof login>) => Promise<Arrived>

const askEverybody: Ask = (body) => call(login, { body })

/**
 * E-mail and password. The address that has just signed up stands there already. `ask` makes the call; `only` is the one
 * role that it lets in.
 */
export function LoginForm({
  from,
  ask = askEverybody,
  only,
}: {
  from: string | undefined
  ask?: Ask
  only?: Role
}) {
  const arrive = useArrival(from)
  const [email, setEmail] = useState(() => rememberedAddress() ?? '')
  const [password, setPassword] = useState('')
  // Technicians log in with their e-mail address.
  const byPhone = usePhoneOffered() === true && only === undefined
  const [filledByBrowser, setFilledByBrowser] = useState(false)
  const logIn = useMutation({
    mutationFn: (body: BodyInput<typeof login>) => {
      const end = toast('pending', translated(messages.login.pending))
      return ask(body).finally(end)
    },
    onSuccess: arrive,
  })
  const problem = useProblem(logIn.error, translated(messages.login.failure))
  const missing = filledByBrowser ? null : whatIsMissing(email, password)
  return (
    // A password manager fills fields without telling the page before the first click: the style does.
    <div
      onAnimationStart={(event) =>
        event.animationName.includes('filledByBrowser') && setFilledByBrowser(true)
      }
    >
      <DemoSignIns
        only={only}
        pending={logIn.isPending ? logIn.variables.email : undefined}
        signIn={(as) => logIn.mutate(as)}
      />
      <FormShell
        error={problem}
        pending={logIn.isPending}
        onSubmit={(form) =>
          logIn.mutate({ email: String(form.get('email')), password: String(form.get('password')) })
        }
      >
        <TextField
          name="email"
          label={byPhone ? t`Email or phone number` : t`Email`}
          type={byPhone ? 'text' : 'email'}
          inputMode="email"
          autoComplete={byPhone ? 'username' : 'email'}
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          name="password"
          label={t`Password`}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Link to="/forgot-password" className="-mt-3 self-start py-2.5">
          <Trans>Forgot Password?</Trans>
        </Link>
        <SubmitButton wide pending={logIn.isPending} whyNot={missing}>
          <Trans>Log In</Trans>
        </SubmitButton>
      </FormShell>
    </div>
  )
}

function whatIsMissing(email: string, password: string): string | null {
  if (email.trim() === '' && password === '') return t`Enter your e-mail address and password.`
  if (email.trim() === '') return t`Enter your e-mail address.`
  return password === '' ? t`Enter your password.` : null
}
