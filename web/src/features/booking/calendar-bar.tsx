import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { addDays, longDay } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons.tsx'

export type CalendarView = 'day' | 'week'

/** Above the calendar: which days, back and forth, week or day. */
export function CalendarBar({
  view,
  from,
  to,
  earliest,
  today,
  last,
  onView,
  onDay,
}: {
  view: CalendarView
  from: string
  to: string
  /** The first day that can be booked. */
  earliest: string
  today: string
  last: string
  onView: (view: CalendarView) => void
  onDay: (day: string) => void
}) {
  const days = view === 'week' ? 7 : 1
  return (
    <div className="row justify-between gap-x-4 gap-y-2">
      <div className="-ms-2.5 flex items-center [&_button:disabled]:border-transparent [&_button:disabled]:bg-transparent [&_button:disabled]:text-line-strong">
        <Button
          variant="plain"
          icon
          aria-label={view === 'day' ? t`Earlier day` : t`Earlier week`}
          disabled={from <= earliest}
          onClick={() => onDay(addDays(from, -days))}
        >
          <ChevronLeftIcon />
        </Button>
        <Button
          variant="plain"
          icon
          aria-label={view === 'day' ? t`Later day` : t`Later week`}
          disabled={to >= last}
          onClick={() => onDay(addDays(from, days))}
        >
          <ChevronRightIcon />
        </Button>
        <Button variant="plain" disabled={from <= today && today <= to} onClick={() => onDay(today)}>
          <Trans>Today</Trans>
        </Button>
      </div>
      <h2 className="flex-auto text-m max-sm:order-1 max-sm:basis-full" aria-live="polite">
        {view === 'day' ? longDay(from) : sayWeek(from, to)}
      </h2>
      <fieldset className="flex">
        <legend className="visually-hidden">
          <Trans>View</Trans>
        </legend>
        {(['day', 'week'] as const).map((one) => (
          <label
            key={one}
            className="choice grid min-w-18 place-items-center rounded-none px-3 font-600 first-of-type:rounded-s last-of-type:rounded-e last-of-type:border-s-0 has-[input:focus-visible]:z-1 has-[input:checked]:border-line-strong has-[input:checked]:text-vial-strong"
          >
            <input
              type="radio"
              name="calendar-view"
              className="absolute inset-0 size-full cursor-[inherit] opacity-0"
              checked={view === one}
              onChange={() => onView(one)}
            />
            {one === 'day' ? t`Day` : t`Week`}
          </label>
        ))}
      </fieldset>
    </div>
  )
}

/** "16 – 22 November 2026", "30 November – 6 December 2026", with both years where they differ. */
function sayWeek(from: string, to: string): string {
  const [, day, month, year] = longDay(from).split(' ')
  const [, toDay, toMonth, toYear] = longDay(to).split(' ')
  const end = [toDay, toMonth, toYear].join(' ')
  if (year !== toYear) return [day, month, year, '–', end].join(' ')
  return month === toMonth ? [day, '–', end].join(' ') : [day, month, '–', end].join(' ')
}
