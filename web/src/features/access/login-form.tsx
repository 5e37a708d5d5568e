import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { login } from '#contract/access.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import type { Role } from '#contract/options.ts'
import { call } from '../../api/client.ts'
import { rememberedAddress } from '../../api/session.ts'
import { translated } from '../../lib/translated.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { toast } from '../../ui/toast.tsx'
import { DemoSignIns } from './demo-sign-ins.tsx'
import { usePhoneOffered } from './phone-way.tsx'
import { SecondFactorField } from './second-factor-field.tsx'
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
  // Technicians log in with their e-mail address.
  const byPhone = usePhoneOffered() === true && only === undefined
  const [filledByBrowser, setFilledByBrowser] = useState(false)
  const form = useResourceForm(login, {
    start: { email: rememberedAddress() ?? '', password: '' },
    send(body): Promise<Arrived> {
      const end = toast('pending', translated(messages.login.pending))
      return ask(body).finally(end)
    },
    failure: translated(messages.login.failure),
    says: false,
    onDone: arrive,
  })
  const missing = filledByBrowser ? null : whatIsMissing(form.watch())
  return (
    // A password manager fills fields without telling the page before the first click: the style does.
    <div
      onAnimationStart={(event) =>
        event.animationName.includes('filledByBrowser') && setFilledByBrowser(true)
      }
    >
      <DemoSignIns only={only} pending={form.pending ? form.sent?.email : undefined} signIn={form.send} />
      <ResourceForm form={form}>
        <TextField
          name="email"
          label={byPhone ? t`Email or phone number` : t`Email`}
          type={byPhone ? 'text' : 'email'}
          inputMode="email"
          autoComplete={byPhone ? 'username webauthn' : 'email webauthn'}
          required
        />
        <PasswordField name="password" label={t`Password`} autoComplete="current-password" required />
        <SecondFactorField error={form.error} />
        <Link to="/forgot-password" className="-mt-3 self-start py-2.5">
          <Trans>Forgot Password?</Trans>
        </Link>
        <SubmitButton wide whyNot={missing}>
          <Trans>Log In</Trans>
        </SubmitButton>
      </ResourceForm>
    </div>
  )
}

function whatIsMissing({ email = '', password = '' }: Partial<BodyInput<typeof login>>): string | null {
  if (email.trim() === '' && password === '') return t`Enter your e-mail address and password.`
  if (email.trim() === '') return t`Enter your e-mail address.`
  return password === '' ? t`Enter your password.` : null
}
