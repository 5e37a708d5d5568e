import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { now } from '../../lib/clock.ts'
import { sayWhen, timeOf } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { CalendarIcon } from '../../ui/icons.tsx'
import { FirstTimePicker } from './first-time-picker.tsx'
import { type FirstTimes, firstTimes } from './first-times.ts'
import { useFast } from './use-fast.ts'
import type { Offer } from './use-offer.ts'
import { WhenFields } from './when-fields.tsx'
import { ZoneNote } from './zone-note.tsx'

/** The choice of the time: the first free times, a button for all days and times, and a link to the week's calendar. */
export function WhenPart({
  offer,
  startsAt,
  onChange,
}: {
  offer: Offer
  startsAt: string | null
  onChange: (choice: { day: string; startsAt: string | null }) => void
}) {
  const fast = useFast(offer)
  const [wantsAll, setWantsAll] = useState(false)
  const { answer, zone } = offer
  const morningFirst = answer?.morningFirst ?? false
  const times = firstTimes(offer.days, { morningFirst, fastingMs: fast.ms, now: now() })
  // A held time, or an alternative to a taken one, that is not among the first times is shown in the full list.
  const isElsewhere = startsAt !== null && !isAmong(times, startsAt)
  const nothing = times.length === 0 && !offer.loading
  const all = wantsAll || nothing || (isElsewhere && !offer.lost)
  return (
    <div className="stack gap-4 [&_h2]:text-l">
      <h2>
        <Trans>When</Trans>
      </h2>
      <ZoneNote zone={zone} />
      {all ? (
        <WhenFields
          offer={offer}
          startsAt={startsAt}
          labels={{ day: t`Date`, time: t`Time` }}
          onChange={onChange}
        />
      ) : (
        <>
          <FirstTimePicker
            times={times}
            today={offer.today}
            chosen={startsAt}
            about={aboutTimes({ morningFirst, times, zone, startsAt, say: fast.say })}
            error={
              offer.lost && startsAt !== null
                ? t`${timeOf(startsAt, zone)} is no longer free for this visit. Choose another time.`
                : undefined
            }
            onChoose={onChange}
          />
          {offer.loading && times.length === 0 && (
            <p className="hint">
              <Trans>Looking for free times…</Trans>
            </p>
          )}
        </>
      )}
      <div className="flex flex-wrap gap-3 max-sm:flex-[1_1_100%] max-sm:*:flex-auto">
        {!all && (
          <Button onClick={() => setWantsAll(true)}>
            <Trans>All days and times</Trans>
          </Button>
        )}
        <Link to="/select-date" className="tap gap-2 font-550">
          <CalendarIcon size={18} />
          <Trans>Show the week as a calendar</Trans>
        </Link>
      </div>
    </div>
  )
}

const isAmong = (times: FirstTimes, at: string) =>
  times.some(({ starts }) => starts.some((start) => start.at === at))

/** The note on fasting for the chosen time, or for the first offered time until one is chosen. */
function aboutTimes({
  morningFirst,
  times,
  zone,
  startsAt,
  say,
}: {
  morningFirst: boolean
  times: FirstTimes
  zone: string
  startsAt: string | null
  say: (at: string) => string | null
}): string | null {
  const first = times[0]?.starts[0]?.at
  if (!morningFirst || first === undefined) return null
  const said = say(startsAt ?? first)
  const morning = t`Your tests need fasting, so morning times are shown first.`
  if (said === null) return morning
  return startsAt === null
    ? [morning, sayFor(sayWhen(first, zone, now()), said)].join(' ')
    : `${morning} ${said}`
}

/** What follows the colon goes on in small letters. */
function sayFor(when: string, said: string): string {
  const rest = said.charAt(0).toLowerCase() + said.slice(1)
  return t`For a visit ${when}: ${rest}`
}
