import { DateLocalizer, type DateRange } from 'react-big-calendar'
import { readWallDate } from './wall-dates.ts'

/**
 * Dates in words for the calendar's part, its weeks from the given weekday (0 = Sunday) on, by Intl: its own adapters bring a date library for what every browser has.
 */
const said = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', options)
  return (date: Date) => format.format(date).replaceAll(',', '')
}

const clock = (date: Date) => readWallDate(date).time
const clockRange = ({ start, end }: DateRange) => `${clock(start)} – ${clock(end)}`
const weekdayAndDay = said({ weekday: 'short', day: 'numeric' })
const longDay = said({ weekday: 'long', day: 'numeric', month: 'long' })

export const calendarWords = (firstOfWeek: number) =>
  new DateLocalizer({
    firstOfWeek: () => firstOfWeek,
    // Every format below is a function; this is asked for none of them.
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
