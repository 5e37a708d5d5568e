import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CheckIcon, ClockIcon } from '../../ui/icons.tsx'
import { IntervalBar } from './interval-bar.tsx'
import { SampleRack } from './sample-rack.tsx'

const times = ['08:00', '08:30', '09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00']
const taken = new Set(['08:00', '08:30', '10:00', '11:30'])

/** The product in one picture: a booked slot, the tubes, a result in its interval on a phone. */
export function HeroPicture() {
  return (
    <figure className="mx-auto w-full max-w-145 sm:max-[1024px]:mx-0">
      <figcaption className="visually-hidden">
        <Trans>
          A drawing of one visit: 09:30 on Tuesday is chosen among the free times, a queue ticket says 10 to
          20 minutes, three tubes stand in a rack, and a phone shows the results, haemoglobin 13.4 within its
          usual range and white cells 10.6 a little above.
        </Trans>
      </figcaption>
      <div
        className="relative h-140 tabular-nums after:absolute after:-start-10 after:-end-10 after:bottom-4.5 after:-z-1 after:border-b-2 max-sm:h-160 [&_p]:m-0"
        aria-hidden="true"
      >
        <Slots />
        <Ticket />
        <div className="absolute start-7 bottom-0.5 w-56.5 max-sm:-start-1 max-sm:bottom-1.5 max-sm:w-[calc(100%_-_212px)] max-sm:max-w-50">
          <SampleRack />
        </div>
        <Phone />
      </div>
    </figure>
  )
}

function Slots() {
  return (
    <div className="absolute start-0 top-8 w-70.5 rounded-lg border bg-card p-5 max-sm:top-0 max-sm:w-full max-sm:p-4">
      <p className="font-650">
        <Trans>Tuesday 10 March</Trans>
      </p>
      <div className="mt-3 mb-4 grid grid-cols-[repeat(3,1fr)] gap-2">
        {times.map((time) => (
          <span
            key={time}
            className={
              time === '09:30'
                ? 'rounded-md border border-vial bg-vial py-[7px] text-center font-650 text-on-vial text-s'
                : taken.has(time)
                  ? 'hint rounded-md border border-transparent bg-sunk py-[7px] text-center line-through'
                  : 'rounded-md border border-line-strong py-[7px] text-center text-s'
            }
          >
            {time}
          </span>
        ))}
      </div>
      <p className="flex items-center gap-1.5 font-600 text-s text-vial">
        <CheckIcon size={18} />
        <Trans>Booked, 09:30 to 09:45</Trans>
      </p>
    </div>
  )
}

/** The visitor's place in the queue, as the ticket and the phone show it. */
function Ticket() {
  return (
    <div className="absolute start-0 top-71.5 flex w-70.5 items-center gap-5 rounded-lg border bg-card px-6 py-3 max-sm:top-65.5 max-sm:w-[calc(100%_-_222px)] max-sm:flex-col max-sm:items-start max-sm:gap-1 max-sm:p-4">
      <span className="font-700 text-vial text-xl">A 18</span>
      <span>
        <span className="block font-650 leading-snug">
          <Trans>10–20 min</Trans>
        </span>
        <span className="hint block leading-snug">
          <Trans>2 people before you</Trans>
        </span>
      </span>
    </div>
  )
}

function Phone() {
  return (
    <div className="absolute end-0 bottom-4.5 w-65.5 rounded-[34px] border-2 border-ink bg-page p-2.5 shadow-lift max-sm:w-51.5">
      <div className="stack gap-3 rounded-[24px] bg-card px-4 pt-5 pb-4 max-sm:px-3 max-sm:pt-4 max-sm:pb-3">
        <p className="hint flex items-center gap-1.5 font-600">
          <ClockIcon size={18} />
          <Trans>Ready today, 11:20</Trans>
        </p>
        <p className="font-650 text-xl tracking-[-0.015em]">
          <Trans>Your results</Trans>
        </p>
        <Value
          name={t`Haemoglobin`}
          value="13.4"
          unit="g/dL"
          low={12}
          high={15}
          at={13.4}
          says={t`In the usual range`}
        />
        <Value
          name={t`White cells`}
          value="10.6"
          unit="10⁹/L"
          low={4}
          high={10}
          at={10.6}
          says={t`A little above`}
        />
        <Value
          name={t`Platelets`}
          value="262"
          unit="10⁹/L"
          low={150}
          high={410}
          at={262}
          says={t`In the usual range`}
        />
      </div>
    </div>
  )
}

type ValueProps = {
  name: string
  value: string
  unit: string
  low: number
  high: number
  at: number
  says: string
}

function Value({ name, value, unit, low, high, at, says }: ValueProps) {
  return (
    <div className="border-t pt-3 max-sm:last:hidden">
      <p className="font-600 text-s">{name}</p>
      <p className="mb-1.5 font-650 text-xl leading-[1.3]">
        {value} <span className="hint font-400">{unit}</span>
      </p>
      <IntervalBar low={low} high={high} at={at} />
      <p className="hint">{says}</p>
    </div>
  )
}
