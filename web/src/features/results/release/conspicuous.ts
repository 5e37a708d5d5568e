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

/** Whether a test can be released together with others: its analyser was in use, no rule held it back, it has no note, no result or control needs a look. */
export const isPlain = ({
  heldBack,
  notes,
  control,
  results,
  outOfUse,
}: Pick<Task, 'heldBack' | 'notes' | 'control' | 'results' | 'outOfUse'>): boolean =>
  outOfUse.length === 0 &&
  heldBack === null &&
  notes.length === 0 &&
  !needsLook(control) &&
  !results.some(isConspicuous)

/** Whether the controls need a look before the release: a warning, a broken rule, or a last measurement that is too old. */
export const needsLook = (control: Task['control']): boolean =>
  control !== null && (control.state !== 'in' || control.stale)

/** The change from the value before in percent, `+12 %`; empty where there is none to say. */
export function sayChange(now: number | null, before: number | null): string {
  if (now === null || before === null || before === 0) return ''
  const percent = Math.round(((now - before) / Math.abs(before)) * 100)
  return percent === 0 ? '±0 %' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`
}
