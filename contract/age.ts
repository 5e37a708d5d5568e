/** Ages of calendar days, `YYYY-MM-DD`. */

/** The same day some years before; for 29 February 28 February where that year has no other. */
export function yearsBefore(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const before = new Date(0)
  before.setUTCFullYear(year - years, month - 1, date)
  if (before.getUTCMonth() !== month - 1) before.setUTCDate(0)
  return before.toISOString().slice(0, 10)
}

/** The age in whole years on a day of somebody born on another; 0 before the birth. */
export function wholeYears(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4))
  return Math.max(0, yearsBefore(day, years) >= born ? years : years - 1)
}
