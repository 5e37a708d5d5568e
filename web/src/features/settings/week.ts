import type { SettingsSite } from '#contract/settings.ts'

export type Week = SettingsSite['hours']['week']

/** Hours for a day: the usual ones, or after a break where it has some already. */
export function addHours(week: Week, weekday: number): Week {
  const last = week.filter((row) => row.weekday === weekday).at(-1)
  if (!last) return [...week, { weekday, opens: '07:00', closes: '19:00' }]
  const opens = later(last.closes, 1)
  return [...week, { weekday, opens, closes: later(opens, 4) }]
}

/** `hours` after a time of day, but within it. */
function later(time: string, hours: number): string {
  const minute = Math.min(23 * 60 + 59, Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + hours * 60)
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** Every day with the hours of Monday. */
export function copyToAll(week: Week): Week {
  const monday = week.filter((row) => row.weekday === 1)
  return [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => monday.map((row) => ({ ...row, weekday })))
}

/** What closes at midnight closes at the end of its day. */
export const withMidnight = (row: Week[number]): Week[number] =>
  row.closes === '00:00' ? { ...row, closes: '24:00' } : row
