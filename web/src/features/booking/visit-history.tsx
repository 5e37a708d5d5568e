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

type History = ResponseOf<typeof visitHistory>
type Event = History['events'][number]

const roleWords: Readonly<Record<Role, string>> = {
  user: 'patient',
  technician: 'technician',
  admin: 'manager',
  clinician: 'clinician',
}

/** What was done with a visit, oldest first, each with who, when, why and what it changed. */
export function VisitEvents({ events, zone }: { events: History['events']; zone: string }) {
  if (events.length === 0)
    return (
      <p>
        <Trans>Nothing is recorded about this visit.</Trans>
      </p>
    )
  return (
    <ol className="border-s-2 ps-5">
      {events.map((event) => (
        <li
          key={event.id}
          className="relative pb-5 before:absolute before:start-[calc(var(--space-5)_*_-1_-_6px)] before:top-[7px] before:size-2.5 before:rounded-full before:border-2 before:border-page before:bg-line-strong last:pb-0 last:before:bg-vial"
        >
          <p className="font-600">
            {translated(sayAction(event.action))}
            {event.about && <span className="font-400 text-ink-soft"> · {event.about}</span>}
          </p>
          <p className="hint first-letter:uppercase">
            <time dateTime={event.at} title={exactly(event.at, zone)}>
              {sayWhen(event.at, zone, now())}
            </time>
            {', '}
            {event.by ? `${event.by.fullName} (${roleWords[event.by.role]})` : t`automatically`}
          </p>
          {event.reason && <p className="wrap-anywhere mt-1">“{event.reason}”</p>}
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
    <ul className="mt-1 text-s [&_del]:text-ink-soft">
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
    <ul className="stack gap-4">
      {messages.map((message) => (
        <li key={message.id} className="stack wrap-anywhere gap-0.5 [&_time::first-letter]:uppercase">
          <span className="row justify-between gap-x-3 gap-y-1 font-550">
            {translated(messageWords[message.kind]) ?? message.kind}
            <Badge tone={messageTones[message.state] ?? 'neutral'}>{message.state}</Badge>
          </span>
          <span className="hint first-letter:uppercase">
            <time dateTime={message.at} title={exactly(message.at, zone)}>
              {sayWhen(message.at, zone, now())}
            </time>
            {message.to !== '' && (
              <>
                {' '}
                <Trans>to {message.to}</Trans>
              </>
            )}
          </span>
          {message.error && <span className="hint first-letter:uppercase">{message.error}</span>}
        </li>
      ))}
    </ul>
  )
}
