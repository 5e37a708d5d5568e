import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CheckIcon, ClockIcon } from '../../ui/icons.tsx'
import css from './hero-picture.module.css'
import { IntervalBar } from './interval-bar.tsx'
import { SampleRack } from './sample-rack.tsx'

const times = ['08:00', '08:30', '09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00']
const taken = new Set(['08:00', '08:30', '10:00', '11:30'])

/** The product in one picture: a booked slot, the tubes, a result in its interval on a phone. */
export function HeroPicture() {
  return (
    <figure className={css.picture}>
      <figcaption className="visually-hidden">
        <Trans>
          A drawing of one visit: 09:30 on Tuesday is chosen among the free times, a queue ticket says 10 to
          20 minutes, three tubes stand in a rack, and a phone shows the results, haemoglobin 13.4 within its
          usual range and white cells 10.6 a little above.
        </Trans>
      </figcaption>
      <div className={css.stage} aria-hidden="true">
        <Slots />
        <Ticket />
        <div className={css.rack}>
          <SampleRack />
        </div>
        <Phone />
      </div>
    </figure>
  )
}

function Slots() {
  return (
    <div className={css.slots}>
      <p className={css.day}>
        <Trans>Tuesday 10 March</Trans>
      </p>
      <div className={css.times}>
        {times.map((time) => (
          <span key={time} className={time === '09:30' ? css.chosen : taken.has(time) ? css.taken : css.free}>
            {time}
          </span>
        ))}
      </div>
      <p className={css.booked}>
        <CheckIcon size={18} />
        <Trans>Booked, 09:30 to 09:45</Trans>
      </p>
    </div>
  )
}

/** The visitor's place in the queue, as the ticket and the phone show it. */
function Ticket() {
  return (
    <div className={css.ticket}>
      <span className={css.code}>A 18</span>
      <span>
        <span className={css.range}>
          <Trans>10–20 min</Trans>
        </span>
        <span className={css.ahead}>
          <Trans>2 people before you</Trans>
        </span>
      </span>
    </div>
  )
}

function Phone() {
  return (
    <div className={css.phone}>
      <div className={css.screen}>
        <p className={css.wait}>
          <ClockIcon size={18} />
          <Trans>Ready today, 11:20</Trans>
        </p>
        <p className={css.heading}>
          <Trans>Your results</Trans>
        </p>
        <Value
          name="Haemoglobin"
          value="13.4"
          unit="g/dL"
          low={12}
          high={15}
          at={13.4}
          says={t`In the usual range`}
        />
        <Value
          name="White cells"
          value="10.6"
          unit="10⁹/L"
          low={4}
          high={10}
          at={10.6}
          says={t`A little above`}
        />
        <Value
          name="Platelets"
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
    <div className={css.value}>
      <p className={css.name}>{name}</p>
      <p className={css.number}>
        {value} <span className={css.unit}>{unit}</span>
      </p>
      <IntervalBar low={low} high={high} at={at} />
      <p className={css.says}>{says}</p>
    </div>
  )
}
