/** Ages of calendar days, `YYYY-MM-DD`. */

/** The same day a number of years earlier; 28 February for 29 February in a common year. */
export function yearsBefore(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const before = new Date(0)
  before.setUTCFullYear(year - years, month - 1, date)
  if (before.getUTCMonth() !== month - 1) before.setUTCDate(0)
  return before.toISOString().slice(0, 10)
}

/** The age in whole years on `day` of a person born on `born`; 0 before the birth. */
export function wholeYears(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4))
  return Math.max(0, yearsBefore(day, years) >= born ? years : years - 1)
}
