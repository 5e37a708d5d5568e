import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { classNames } from '../../lib/class-names.ts'
import { addDays, daysBetween, longDay, weekdayOf } from '../../lib/times.ts'
import { namedWeekdays } from '../../lib/weeks.ts'
import { Button } from '../../ui/button.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons.tsx'
import css from './day-picker.module.css'
import {
  firstShown,
  type OfferedDay,
  type OfferedStart,
  sayClosures,
  sayOffer,
  windowDays,
} from './offered-days.ts'

export type ShownDay = { day: OfferedDay; starts: readonly OfferedStart[] }

type DayPickerProps = {
  name: string
  label: string
  /** The day that the window begins with. */
  first: string
  today: string
  /** The last day that can be booked. */
  last: string
  /** What is known of the window's days; days before today are not among them. */
  days: readonly ShownDay[]
  chosen: string | null
  loading: boolean
  error?: string | undefined
  disabled?: boolean
  onChoose: (day: string) => void
  onMove: (first: string) => void
}

/** Four weeks of days as radio buttons, each with how full it is. Closed and full days say so and cannot be chosen. */
export function DayPicker(props: DayPickerProps) {
  const { name, label, today, last, days, chosen, loading, error, disabled = false } = props
  const end = addDays(props.first, windowDays - 1)
  const first = firstShown(days, props.first, today)
  const known = new Map(days.map((shown) => [shown.day.day, shown]))
  return (
    <FieldGroup name={name} label={label} error={error} disabled={disabled}>
      <div className="flex items-center justify-between gap-2 [&_button:disabled]:border-transparent [&_button:disabled]:bg-transparent [&_button:disabled]:text-line-strong">
        <Button
          variant="plain"
          icon
          aria-label={t`Earlier days`}
          disabled={props.first <= today}
          onClick={() => props.onMove(addDays(props.first, -windowDays))}
        >
          <ChevronLeftIcon />
        </Button>
        <span className="text-center font-600" aria-live="polite">
          {sayMonths(first < today ? today : first, end)}
        </span>
        <Button
          variant="plain"
          icon
          aria-label={t`Later days`}
          disabled={end >= last}
          onClick={() => props.onMove(addDays(props.first, windowDays))}
        >
          <ChevronRightIcon />
        </Button>
      </div>
      <div
        className={classNames(
          'grid grid-cols-7 gap-1 transition-opacity max-sm:gap-[3px]',
          loading && 'opacity-55',
        )}
        aria-busy={loading || undefined}
      >
        {namedWeekdays(weekdayOf(first)).map(({ weekday, name: of }) => (
          <span key={weekday} className="hint py-0.5 text-center" aria-hidden="true">
            {of.slice(0, 3)}
          </span>
        ))}
        {Array.from({ length: daysBetween(first, end) + 1 }, (_, index) => addDays(first, index)).map(
          (day, index) => {
            const shown = known.get(day)
            return shown ? (
              <DayCell
                key={day}
                shown={shown}
                name={name}
                today={today}
                withMonth={day === today || index === 0 || day.endsWith('-01')}
                checked={chosen === day}
                onChoose={() => props.onChoose(day)}
              />
            ) : (
              <span key={day} className={css.past} aria-hidden="true">
                {Number(day.slice(8))}
              </span>
            )
          },
        )}
      </div>
      <Legend days={days} today={today} />
    </FieldGroup>
  )
}

function DayCell({
  shown: { day, starts },
  name,
  today,
  withMonth,
  checked,
  onChoose,
}: {
  shown: ShownDay
  name: string
  today: string
  withMonth: boolean
  checked: boolean
  onChoose: () => void
}) {
  const offer = sayOffer(day, starts)
  return (
    <label className={classNames('pick', css.day, day.day === today && css.today)} title={offer}>
      <input
        type="radio"
        name={`${name}-choice`}
        value={day.day}
        checked={checked}
        disabled={starts.length === 0}
        onChange={onChoose}
      />
      <span className="visually-hidden">
        {[day.day === today && t`Today`, longDay(day.day), offer].filter(Boolean).join(', ')}
      </span>
      <span className="stack items-center leading-[1.15]" aria-hidden="true">
        <span className={css.date}>{Number(day.day.slice(8))}</span>
        {withMonth && <span className={css.month}>{monthOf(day.day)}</span>}
      </span>
      {day.closed === null && (
        <span className={css.meter} data-meter aria-hidden="true">
          <span style={{ width: `${Math.round(day.taken * 100)}%` }} />
        </span>
      )}
    </label>
  )
}

/** What the bar under a number means, and why days are closed, in words. */
function Legend({ days, today }: { days: readonly ShownDay[]; today: string }) {
  return (
    <div className="stack hint gap-0.5">
      <p className={classNames('flex items-center gap-2', css.key)}>
        <Trans>
          <span className={css.meter} data-meter aria-hidden="true">
            <span style={{ width: '55%' }} />
          </span>
          The bar shows how full a day is.
        </Trans>
      </p>
      {sayClosures(
        days.map(({ day }) => day),
        today,
      ).map((closure) => (
        <p key={closure}>{closure}</p>
      ))}
    </div>
  )
}

const monthOf = (day: string) => longDay(day).split(' ')[2]?.slice(0, 3)

/** "March 2026", "Mar – Apr 2026", "Dec 2026 – Jan 2027". */
function sayMonths(from: string, to: string): string {
  const [, , fromMonth, fromYear] = longDay(from).split(' ')
  const [, , toMonth, toYear] = longDay(to).split(' ')
  if (fromYear !== toYear) return `${monthOf(from)} ${fromYear} – ${monthOf(to)} ${toYear}`
  return fromMonth === toMonth ? `${fromMonth} ${fromYear}` : `${monthOf(from)} – ${monthOf(to)} ${toYear}`
}
