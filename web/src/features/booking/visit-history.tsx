import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { sayAction } from '#contract/audit-actions.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { changeWords, messageWords, type visitHistory } from '#contract/manage-visits.ts'
import type { Role } from '#contract/options.ts'
import { now } from '../../lib/clock.ts'
import { exactly, sayWhen } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import css from './manage-screen.module.css'

type History = ResponseOf<typeof visitHistory>
type Event = History['events'][number]

const roleWords: Readonly<Record<Role, string>> = {
  user: 'patient',
  technician: 'technician',
  admin: 'manager',
}

/** What was done with a visit, oldest first, each with who, when, why and what it changed. */
export function VisitEvents({ events, zone }: { events: History['events']; zone: string }) {
  if (events.length === 0)
    return (
      <p>
        <Trans>Nothing is noted about this visit.</Trans>
      </p>
    )
  return (
    <ol className={css.events}>
      {events.map((event) => (
        <li key={event.id} className={css.event}>
          <p className={css.what}>
            {translated(sayAction(event.action))}
            {event.about && <span className={css.about}> · {event.about}</span>}
          </p>
          <p className={css.who}>
            <time dateTime={event.at} title={exactly(event.at, zone)}>
              {sayWhen(event.at, zone, now())}
            </time>
            {', '}
            {event.by ? `${event.by.fullName} (${roleWords[event.by.role]})` : t`by itself`}
          </p>
          {event.reason && <p className={css.reason}>“{event.reason}”</p>}
          <Changes changes={event.changes} zone={zone} />
        </li>
      ))}
    </ol>
  )
}

function Changes({ changes, zone }: { changes: Event['changes']; zone: string }) {
  // The end follows from the beginning and the tests.
  const shown = changes.filter(({ field }) => field !== 'endsAt')
  if (shown.length === 0) return null
  return (
    <ul className={css.changes}>
      {shown.map(({ field, before, after }) => (
        <li key={field}>
          {translated(changeWords[field]) ?? field}: <del>{sayValue(field, before, zone)}</del>{' '}
          <span aria-hidden="true">→</span>
          <span className="visually-hidden">
            <Trans>now</Trans>
          </span>{' '}
          <ins>{sayValue(field, after, zone)}</ins>
        </li>
      ))}
    </ul>
  )
}

function sayValue(field: string, value: string | null, zone: string): string {
  if (value === null || value === '') return t`none`
  return field === 'startsAt' ? sayWhen(value, zone, now()) : value
}

const messageTones: Readonly<Record<string, Tone>> = {
  sent: 'ok',
  delivered: 'ok',
  failed: 'danger',
}

/** What was written about the visit, to whom, and what became of it. */
export function VisitMessages({ messages, zone }: { messages: History['messages']; zone: string }) {
  if (messages.length === 0)
    return (
      <p>
        <Trans>No message was written about this visit.</Trans>
      </p>
    )
  return (
    <ul className={css.messages}>
      {messages.map((message) => (
        <li key={message.id} className={css.message}>
          <span className={css.head}>
            {translated(messageWords[message.kind]) ?? message.kind}
            <Badge tone={messageTones[message.state] ?? 'neutral'}>{message.state}</Badge>
          </span>
          <span className={css.who}>
            <time dateTime={message.at} title={exactly(message.at, zone)}>
              {sayWhen(message.at, zone, now())}
            </time>
            {' to '}
            {message.to}
          </span>
          {message.error && <span className={css.who}>{message.error}</span>}
        </li>
      ))}
    </ul>
  )
}
