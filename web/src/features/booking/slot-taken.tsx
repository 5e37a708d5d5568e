import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { messages } from '#contract/messages.ts'
import { now } from '../../lib/clock.ts'
import { dayOf, sayWhen } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Offer } from './use-offer.ts'

/** Says that somebody else took the time, with the nearest free times as buttons. Takes the focus, so that nobody misses it. */
export function SlotTaken({
  alternatives,
  offer,
  change,
  onChosen,
}: {
  alternatives: readonly string[]
  offer: Pick<Offer, 'zone' | 'show'>
  change: (start: { day: string; startsAt: string }) => void
  onChosen: () => void
}) {
  const notice = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new refusal takes the focus again.
  useEffect(() => notice.current?.focus(), [alternatives])
  return (
    <Notice kind="warning" role="alert" tabIndex={-1} ref={notice} className="focus:focused">
      <h2>{translated(messages.calendar.conflict)}</h2>
      <p>
        {alternatives.length > 0
          ? t`Everything you typed is kept. These are the nearest free times:`
          : t`Everything you typed is kept. No time near it is free: choose another day.`}
      </p>
      <Alternatives
        alternatives={alternatives}
        zone={offer.zone}
        onChoose={(startsAt) => {
          const day = dayOf(startsAt, offer.zone)
          change({ day, startsAt })
          offer.show(day)
          onChosen()
        }}
      />
    </Notice>
  )
}

export function Alternatives({
  alternatives,
  zone,
  onChoose,
}: {
  alternatives: readonly string[]
  zone: string
  onChoose: (at: string) => void
}) {
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {alternatives.map((at) => (
        <Button key={at} className="bg-card tabular-nums" onClick={() => onChoose(at)}>
          {capital(sayWhen(at, zone, now()))}
        </Button>
      ))}
    </div>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
