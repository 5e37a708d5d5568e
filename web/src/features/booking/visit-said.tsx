import { now } from '../../lib/clock.ts'
import { sayWhen } from '../../lib/times.ts'
import type { Offer } from './use-offer.ts'
import css from './visit-form.module.css'

/** What is about to be sent, in a sentence beside the button. */
export function VisitSaid({
  id,
  offer,
  startsAt,
  tests,
}: {
  id: string
  offer: Offer
  startsAt: string | null
  tests: readonly string[]
}) {
  const when = startsAt !== null && !offer.lost ? sayWhen(startsAt, offer.zone, now()) : null
  const what = tests.length === 1 ? '1 test' : `${tests.length} tests`
  return (
    <p id={id} className={css.said}>
      {when ? <strong>{when.charAt(0).toUpperCase() + when.slice(1)}</strong> : 'No time chosen yet'}
      {', '}
      {tests.length === 0
        ? 'no test chosen yet.'
        : `${what}${offer.answer ? `, about ${offer.answer.durationMinutes} minutes.` : '.'}`}
    </p>
  )
}
