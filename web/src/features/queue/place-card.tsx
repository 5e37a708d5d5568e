import { Link } from '@tanstack/react-router'
import type { Place } from '#contract/queue-views.ts'
import { timeOf } from '../../lib/times.ts'
import { Card } from '../../ui/card.tsx'
import css from './place-card.module.css'
import { comeBackBy, peopleBefore, waitWords } from './place-words.ts'

/** One's own place in the queue: the number to listen for, who goes first, and how long it takes. */
export function PlaceCard({ place }: { place: Place }) {
  return (
    <Card className={css.card} aria-label={`Ticket ${place.code}`} data-status={place.status}>
      <p className={css.label}>{place.visit ? place.visit.fullName : 'Your number'}</p>
      <p className={css.code}>{place.code}</p>
      <div aria-live="polite">
        <Now place={place} />
      </div>
    </Card>
  )
}

function Now({ place }: { place: Place }) {
  const zone = place.site.timeZone
  switch (place.status) {
    case 'waiting': {
      const back = comeBackBy(place.wait, zone)
      const wait = waitWords(place.wait)
      return (
        <>
          <p className={css.before}>{peopleBefore(place)}</p>
          <dl className={css.facts}>
            <div>
              <dt>Your wait from now</dt>
              <dd className={css.wait}>{wait.short}</dd>
              <dd className={css.about}>
                {wait.about} <Link to="/accuracy">Is that true?</Link>
              </dd>
            </div>
            {back && (
              <div>
                <dt>If you step out, come back by</dt>
                <dd className={css.wait}>{back}</dd>
              </div>
            )}
          </dl>
        </>
      )
    }
    case 'called':
      return (
        <p className={css.go}>
          Please come now to <strong>{place.desk ?? 'the desk'}</strong>.
        </p>
      )
    case 'serving':
      return <p className={css.before}>You are being seen{place.desk ? ` at ${place.desk}` : ''}.</p>
    case 'finished':
      return (
        <p className={css.about}>
          Done{place.endedAt ? ` at ${timeOf(place.endedAt, zone)}` : ''}. You will be told when your results
          are ready.
        </p>
      )
    case 'left':
      return <p className={css.about}>You left the queue. Ask at the desk if you are back.</p>
    case 'no_show':
      return <p className={css.about}>You were called and nobody came. Ask at the desk: they can help.</p>
    default:
      return place.status satisfies never
  }
}
