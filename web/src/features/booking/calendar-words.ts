import { DateLocalizer, type DateRange } from 'react-big-calendar'
import { documentLocale } from '../../lib/locale.ts'
import { readWallDate } from './wall-dates.ts'

/**
 * Formats dates for the calendar component with Intl. The component's own adapters would add a date library for what every
 * browser can do.
 */
const said = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(documentLocale(), options)
  return (date: Date) => format.format(date).replaceAll(',', '')
}

const clock = (date: Date) => readWallDate(date).time
const clockRange = ({ start, end }: DateRange) => `${clock(start)} – ${clock(end)}`
const weekdayAndDay = said({ weekday: 'short', day: 'numeric' })
const longDay = said({ weekday: 'long', day: 'numeric', month: 'long' })

/** Weeks start on the given weekday, 0 = Sunday. */
export const calendarWords = (firstOfWeek: number) =>
  new DateLocalizer({
    firstOfWeek: () => firstOfWeek,
    // Used only for formats given as a text. All formats below are functions.
    format: (date) => (date instanceof Date ? longDay(date) : String(date)),
    formats: {
      dayFormat: weekdayAndDay,
      timeGutterFormat: clock,
      dayHeaderFormat: longDay,
      selectRangeFormat: clockRange,
      eventTimeRangeFormat: clockRange,
      eventTimeRangeStartFormat: ({ start }: DateRange) => `${clock(start)} –`,
      eventTimeRangeEndFormat: ({ end }: DateRange) => `– ${clock(end)}`,
    },
  })
