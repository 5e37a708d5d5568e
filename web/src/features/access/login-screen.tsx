import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { oidcExchange } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { call } from '../../api/client.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import { TicketDrawing } from '../../ui/drawings.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { AlreadyIn } from './already-in.tsx'
import { EntryFoot, EntryScreen } from './entry-screen.tsx'
import { dropFragment, fragmentValue } from './fragment.ts'
import { logInHeading } from './headings.ts'
import { IssuerButton } from './issuer-button.tsx'
import { LoginForm } from './login-form.tsx'
import { PasskeyWay } from './passkey-way.tsx'
import { PhoneWay } from './phone-way.tsx'
import { useArrival } from './use-arrival.ts'
import { Inside } from './way-in.tsx'

export function LoginScreen({ from }: { from: string | undefined }) {
  const notice = useLocation({ select: ({ state }) => state.notice })
  const refused = useIssuerReturn(from) ?? notice
  return (
    <EntryScreen
      {...logInHeading()}
      aside={
        <Inside
          picture={<TicketDrawing />}
          title={t`Your visits in one place`}
          points={[
            t`Book a time that suits you, in a minute`,
            t`See how to prepare for your tests`,
            t`Move or cancel a visit by yourself`,
          ]}
        />
      }
    >
      {refused && (
        <Notice kind="warning" role="alert" className="mb-6">
          <p>{refused}</p>
        </Notice>
      )}
      <AlreadyIn from={from} />
      <LoginForm from={from} />
      <PasskeyWay from={from} />
      <PhoneWay to="/phone-login">
        <Trans>Log in with a code by SMS</Trans>
      </PhoneWay>
      <IssuerButton />
      <EntryFoot>
        <Trans>
          New here? <Link to="/sign-up">Create an account</Link>, or <Link to="/book">book a test</Link> at
          once
        </Trans>
      </EntryFoot>
    </EntryScreen>
  )
}

/** Coming back from an issuer: turns its code into a session. Gives the sentence to show when that is refused. */
function useIssuerReturn(from: string | undefined): string | null {
  const exchange = useCall(
    (code: string) => {
      const end = toast('pending', translated(messages.login.pending))
      return call(oidcExchange, { body: { code } }).finally(end)
    },
    { says: false, onDone: useArrival(from) },
  )
  const { mutate } = exchange
  useEffect(() => {
    const code = fragmentValue('/login', 'code')
    if (code === null) return
    dropFragment('/login')
    mutate(code)
  }, [mutate])
  return exchange.error?.message ?? fragmentValue('/login', 'error')
}
