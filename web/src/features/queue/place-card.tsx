import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Place } from '#contract/queue-views.ts'
import { timeOf } from '../../lib/times.ts'
import { Card } from '../../ui/card.tsx'
import { comeBackBy, peopleBefore, waitWords } from './place-words.ts'

/** One's own place in the queue: the number to listen for, who goes first, and how long it takes. */
export function PlaceCard({ place }: { place: Place }) {
  return (
    <Card
      className="grid gap-2 text-center data-[status=called]:border-vial data-[status=called]:bg-vial-soft"
      aria-label={t`Ticket ${place.code}`}
      data-status={place.status}
    >
      <p className="text-ink-soft">{place.visit ? place.visit.fullName : t`Your number`}</p>
      <p className="font-700 text-[clamp(3.5rem,18vw,6rem)] tabular-nums leading-[1.1]">{place.code}</p>
      <div aria-live="polite">
        <Now place={place} />
      </div>
    </Card>
  )
}

function Now({ place }: { place: Place }) {
  const zone = place.site.timeZone
  const desk = place.desk ?? t`the desk`
  switch (place.status) {
    case 'waiting': {
      const back = comeBackBy(place.wait, zone)
      const wait = waitWords(place.wait)
      return (
        <>
          <p className="font-600 text-l">{peopleBefore(place)}</p>
          <dl className="[&_dt]:hint mt-4 grid gap-4">
            <div>
              <dt>
                <Trans>Your wait from now</Trans>
              </dt>
              <dd className="font-650 text-2xl tabular-nums">{wait.short}</dd>
              <dd className="hint">
                {wait.about}{' '}
                <Link to="/accuracy">
                  <Trans>How accurate is this?</Trans>
                </Link>
              </dd>
            </div>
            {back && (
              <div>
                <dt>
                  <Trans>If you step out, come back by</Trans>
                </dt>
                <dd className="font-650 text-2xl tabular-nums">{back}</dd>
              </div>
            )}
          </dl>
        </>
      )
    }
    case 'called':
      return (
        <p className="font-600 text-2xl">
          <Trans>
            Please come now to <strong>{desk}</strong>.
          </Trans>
        </p>
      )
    case 'serving':
      return (
        <p className="font-600 text-l">
          {place.desk === null ? t`You are being seen.` : t`You are being seen at ${desk}.`}
        </p>
      )
    case 'finished':
      return (
        <p className="hint">
          {place.endedAt === null
            ? t`Done. You will be told when your results are ready.`
            : sayDone(timeOf(place.endedAt, zone))}
        </p>
      )
    case 'left':
      return (
        <p className="hint">
          <Trans>You left the queue. Ask at the desk if you are back.</Trans>
        </p>
      )
    case 'no_show':
      return (
        <p className="hint">
          <Trans>You were called and nobody came. Ask at the desk: they can help.</Trans>
        </p>
      )
    default:
      return place.status satisfies never
  }
}

const sayDone = (time: string): string => t`Done at ${time}. You will be told when your results are ready.`
