import { dayOf, timeOf } from '../../lib/times.ts'

/**
 * The calendar's part knows only the browser's own zone. It is given dates whose browser-local fields are what the
 * clock at the laboratory shows, so that everybody sees the laboratory's times wherever they are.
 */
export function wallDate(day: string, time: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return new Date(year, month - 1, date, hour, minute)
}

export function wallDateOf(instant: string | Date, zone: string): Date {
  return wallDate(dayOf(instant, zone), timeOf(instant, zone))
}

const two = (value: number) => String(value).padStart(2, '0')

/** What such a date says: day and time at the laboratory. */
export function readWallDate(date: Date): { day: string; time: string } {
  return {
    day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}`,
  }
}
