import type { StandingUnit } from '#contract/standing.ts'
import { addDays } from '#server/modules/sites/index.ts'
import { utcDay } from '#server/platform/clock.ts'

type Rhythm = { firstOn: string; every: number; unit: StandingUnit; untilOn: string | null }

/**
 * The next due day; null after the last due day. Months are counted from the first day: if the first day is the 31st, a shorter month
 * has its due day on its last day, and the following month again on the 31st.
 */
export function nextDue({ firstOn, every, unit, untilOn }: Rhythm, dueOn: string): string | null {
  const next =
    unit === 'week' ? addDays(dueOn, 7 * every) : inMonths(firstOn, monthsBetween(firstOn, dueOn) + every)
  return untilOn !== null && next > untilOn ? null : next
}

const partsOf = (day: string) => day.split('-').map(Number) as [number, number, number]

function monthsBetween(from: string, to: string): number {
  const [[fromYear, fromMonth], [toYear, toMonth]] = [partsOf(from), partsOf(to)]
  return (toYear - fromYear) * 12 + toMonth - fromMonth
}

function inMonths(day: string, months: number): string {
  const [year, month, date] = partsOf(day)
  const last = new Date(Date.UTC(year, month + months, 0))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return utcDay(last)
}
