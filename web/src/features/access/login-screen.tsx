import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { oidcExchange } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { call } from '../../api/client.ts'
import { TicketDrawing } from '../../ui/drawings.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { AlreadyIn } from './already-in.tsx'
import { EntryFoot, EntryScreen } from './entry-screen.tsx'
import { dropFragment, fragmentValue } from './fragment.ts'
import { IssuerButton } from './issuer-button.tsx'
import { LoginForm } from './login-form.tsx'
import css from './login-screen.module.css'
import { PhoneWay } from './phone-way.tsx'
import { useArrival } from './use-arrival.ts'
import { Inside } from './way-in.tsx'

export function LoginScreen({ from }: { from: string | undefined }) {
  const notice = useLocation({ select: ({ state }) => state.notice })
  const refused = useIssuerReturn(from) ?? notice
  return (
    <EntryScreen
      title="Welcome Back"
      about="Log in to book a visit, change one, or see what comes next."
      aside={
        <Inside
          picture={<TicketDrawing />}
          title="Your visits in one place"
          points={[
            'Book a time that suits you, in a minute',
            'See how to prepare for your tests',
            'Move or cancel a visit by yourself',
          ]}
        />
      }
    >
      {refused && (
        <Notice kind="warning" role="alert" className={css.notice}>
          <p>{refused}</p>
        </Notice>
      )}
      <AlreadyIn from={from} />
      <LoginForm from={from} />
      <PhoneWay to="/phone-login">Log in with a code by SMS</PhoneWay>
      <IssuerButton />
      <EntryFoot>
        New here? <Link to="/sign-up">Create an account</Link>, or <Link to="/book">book a test</Link> at once
      </EntryFoot>
    </EntryScreen>
  )
}

/** Coming back from an issuer: turns its code into a session. Gives the sentence to show when that is refused. */
function useIssuerReturn(from: string | undefined): string | null {
  const exchange = useMutation({
    mutationFn: (code: string) => {
      const end = toast('pending', messages.login.pending)
      return call(oidcExchange, { body: { code } }).finally(end)
    },
    onSuccess: useArrival(from),
  })
  const { mutate } = exchange
  useEffect(() => {
    const code = fragmentValue('/login', 'code')
    if (code === null) return
    dropFragment('/login')
    mutate(code)
  }, [mutate])
  return exchange.error?.message ?? fragmentValue('/login', 'error')
}
