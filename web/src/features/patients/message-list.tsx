import { messageWords } from '#contract/manage-visits.ts'
import type { PatientRecord } from '#contract/patients.ts'
import { browserZone } from '../../lib/times.ts'
import { Badge } from '../../ui/badge.tsx'
import { When } from '../../ui/when.tsx'
import css from './patients.module.css'

/** What was written to somebody, latest first, and what became of it. */
export function MessageList({ messages }: { messages: PatientRecord['messages'] }) {
  if (messages.length === 0) return <p>Nothing was written to them.</p>
  return (
    <ul className={css.list}>
      {messages.map(({ id, kind, state, at, to }) => (
        <li key={id} className={css.item}>
          <span className={css.head}>
            {messageWords[kind] ?? otherWords[kind] ?? kind.replaceAll('_', ' ')}
            <Badge tone={state === 'failed' ? 'danger' : 'neutral'}>{state}</Badge>
          </span>
          <span className={css.quiet}>
            <When at={at} zone={browserZone()} distance={false} /> to {to}
          </span>
        </li>
      ))}
    </ul>
  )
}

const otherWords: Readonly<Record<string, string>> = {
  registration_code: 'Code to sign up',
  registration_known: 'Sign-up with a known address',
  password_reset: 'Link for a new password',
  password_changed: 'Password changed',
  email_change: 'Confirm a new address',
  email_change_asked: 'Address about to change',
  email_changed: 'Address changed',
  issuer_joined: 'New way to log in',
  account_closed: 'Account closed',
  records_joined: 'Records joined',
  records_parted: 'Records parted again',
}
