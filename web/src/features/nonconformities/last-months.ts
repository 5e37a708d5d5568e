import { sayMonth } from '../../lib/times.ts'

/** The month of an instant and the months before it, latest first: as `YYYY-MM`, and as a label. */
export function lastMonths(now: Date, count: number): { value: string; label: string }[] {
  return Array.from({ length: count }, (_, back) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString()
    return { value: first.slice(0, 7), label: sayMonth(first.slice(0, 10)) }
  })
}
