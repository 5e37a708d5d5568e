/**
 * The Westgard multirule over the control values of one lot, as standard deviations from the target (z), oldest first.
 * Source: Westgard, Barry, Hunt, Groth, Clin Chem 1981; 27:493–501.
 */
export const westgardRules = ['1-2s', '1-3s', '2-2s', 'R-4s', '4-1s', '10-x'] as const
export type WestgardRule = (typeof westgardRules)[number]

/** A run's controls: one z for each level measured in it. */
export type ControlRun = readonly number[]

/** Only this one warns; each of the others rejects the run. */
export const isWarning = (rule: WestgardRule): boolean => rule === '1-2s'

/**
 * The rules that the newest run breaks, looking back over earlier ones: 2-2s, 4-1s and 10-x both across the levels and
 * within one; R-4s only within the run itself, since a difference between runs is no random error of one.
 */
export function brokenRules(runs: readonly ControlRun[]): WestgardRule[] {
  const latest = runs.at(-1) ?? []
  const across = runs.flat()
  const levels = latest.map((_, level) =>
    runs.flatMap((run) => (run[level] === undefined ? [] : [run[level]])),
  )
  const lines = [across, ...levels]
  const broken: Record<WestgardRule, boolean> = {
    '1-2s': latest.some((z) => Math.abs(z) > 2),
    '1-3s': latest.some((z) => Math.abs(z) > 3),
    '2-2s': lines.some((line) => lastAll(line, 2, (z) => z > 2) || lastAll(line, 2, (z) => z < -2)),
    'R-4s': latest.some((z) => z > 2) && latest.some((z) => z < -2),
    '4-1s': lines.some((line) => lastAll(line, 4, (z) => z > 1) || lastAll(line, 4, (z) => z < -1)),
    '10-x': lines.some((line) => lastAll(line, 10, (z) => z > 0) || lastAll(line, 10, (z) => z < 0)),
  }
  return westgardRules.filter((rule) => broken[rule])
}

const lastAll = (line: readonly number[], count: number, holds: (z: number) => boolean): boolean =>
  line.length >= count && line.slice(-count).every(holds)
