import { readDay } from '../../lib/times.ts'

/** Which day of which site, in the calendar's address. */
export type CalendarSearch = { day: string | undefined; site: string | undefined }

export function readCalendarSearch(given: Partial<Record<keyof CalendarSearch, unknown>>): CalendarSearch {
  const { day, site } = given
  return {
    day: readDay(day),
    site: typeof site === 'string' && site !== '' ? site : undefined,
  }
}
