import type { ResponseOf } from '#contract/endpoint.ts'
import type { waitingForRelease } from '#contract/reports.ts'

type Task = ResponseOf<typeof waitingForRelease>['rows'][number]
type Result = Task['results'][number]

/** Whether somebody should look at a result by itself: it has a flag, is far from the value before, or lacks its interval. */
export const isConspicuous = ({
  flag,
  delta,
  birthNeeded,
}: Pick<Result, 'flag' | 'delta' | 'birthNeeded'>): boolean => flag !== '' || delta || birthNeeded

/** Whether a test can be released together with others: nobody wrote why not, and no result is conspicuous. */
export const isPlain = ({ heldBack, results }: Pick<Task, 'heldBack' | 'results'>): boolean =>
  heldBack === null && !results.some(isConspicuous)

/** The change from the value before in percent, `+12 %`; empty where there is none to say. */
export function sayChange(now: number | null, before: number | null): string {
  if (now === null || before === null || before === 0) return ''
  const percent = Math.round(((now - before) / Math.abs(before)) * 100)
  return percent === 0 ? '±0 %' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`
}
