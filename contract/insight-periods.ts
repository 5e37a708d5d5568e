/** Comparison periods. Days are local days, YYYY-MM-DD, both included. Pure, used by server and web. */

export const comparisons = ['days', 'month', 'quarter', 'year'] as const
/** The same number of days right before, or the same days of the month, the quarter or the year before. */
export type Comparison = (typeof comparisons)[number]

export type Period = { from: string; to: string }

const monthsIn = { month: 1, quarter: 3, year: 12 } as const

const dayMs = 86_400_000
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs
const dayAt = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)
const addDays = (day: string, days: number) => dayAt(numberOf(day) + days)
export const lengthOf = ({ from, to }: Period) => numberOf(to) - numberOf(from) + 1

const yearOf = (day: string) => Number(day.slice(0, 4))
/** Zero-based. */
const monthOf = (day: string) => Number(day.slice(5, 7)) - 1
const dateOf = (day: string) => Number(day.slice(8))

const lastDate = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
const isFirst = (day: string) => dateOf(day) === 1
const isLast = (day: string) => isFirst(addDays(day, 1))

/** The same day a number of months earlier, or the last day of a shorter month. */
function monthsBefore(day: string, months: number): string {
  const first = new Date(Date.UTC(yearOf(day), monthOf(day) - months, 1))
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()]
  return dayAt(Date.UTC(year, month, Math.min(dateOf(day), lastDate(year, month))) / dayMs)
}

const lastOfMonth = (day: string) => addDays(day, lastDate(yearOf(day), monthOf(day)) - dateOf(day))

/** Whole months are compared with whole months, whatever their lengths; other days with the same days, if they exist. */
export function periodBefore(period: Period, comparison: Comparison): Period {
  const { from, to } = period
  if (comparison === 'days') return { from: addDays(from, -lengthOf(period)), to: addDays(from, -1) }
  const months = monthsIn[comparison]
  const last = monthsBefore(to, months)
  return {
    from: monthsBefore(from, months),
    to: isFirst(from) && isLast(to) ? lastOfMonth(last) : last,
  }
}

/** A period longer than the comparison unit would overlap its own comparison period. */
export const canCompare = (period: Period, comparison: Comparison): boolean =>
  periodBefore(period, comparison).to < period.from

const startsAt = (day: string, months: number) => isFirst(day) && monthOf(day) % months === 0
const isWhole = ({ from, to }: Period, comparison: 'month' | 'quarter' | 'year') =>
  startsAt(from, monthsIn[comparison]) &&
  startsAt(addDays(to, 1), monthsIn[comparison]) &&
  isWithin({ from, to }, comparison)

/** Whether all days of the period lie in one month, quarter or year. */
function isWithin({ from, to }: Period, comparison: 'month' | 'quarter' | 'year'): boolean {
  const [first, last] = [from, to].map((day) => Math.floor(monthOf(day) / monthsIn[comparison]))
  return yearOf(from) === yearOf(to) && first === last
}

/** The default comparison: a whole month, quarter or year with the one before, any other period with as many days before. */
export const usualComparison = (period: Period): Comparison =>
  (['month', 'quarter', 'year'] as const).find((comparison) => isWhole(period, comparison)) ?? 'days'

const monthNames =
  'January February March April May June July August September October November December'.split(' ')

/** "the 30 days before", "the month before", "the same days of October", "the same days of 2025". */
export function sayBefore(period: Period, comparison: Comparison): string {
  if (comparison === 'days') {
    const days = lengthOf(period)
    return days === 1 ? 'the day before' : `the ${days} days before`
  }
  if (isWhole(period, comparison)) return `the ${comparison} before`
  if (!isWithin(period, comparison)) return `the same days a ${comparison} before`
  const { from } = periodBefore(period, comparison)
  if (comparison === 'month') return `the same days of ${monthNames[monthOf(from)]}`
  return comparison === 'year' ? `the same days of ${yearOf(from)}` : 'the same days of the quarter before'
}
