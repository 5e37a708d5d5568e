import { messageWords } from '#contract/manage-visits.ts'
import { kindWord } from '#contract/message-kinds.ts'
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
            {messageWords[kind] ?? kindWord(kind)}
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
