import { type WestgardRule, westgardRules } from '#contract/quality-rules.ts'
import { entry } from '#server/platform/entry.ts'

/**
 * The Westgard multirule. Source: Westgard, Barry, Hunt, Groth, Clin Chem 1981; 27:493–501, and the lessons of
 * westgard.com, which say across what each rule looks.
 */

/** A control value as its distance from the target mean, in standard deviations. */
export type ControlPoint = { id: string; run: string; lot: string; z: number }

/**
 * The rules that each value of an analyte breaks, by its id. `points`: of all levels, in the order in which they were
 * measured. A value on a limit is not beyond it.
 *
 * - 2-2s: the level's own last two, or two levels of one run. Never one level after another of an earlier run.
 * - R-4s: two levels of one run, never across runs, where a difference is no random error of either. By the range
 *   itself and not only where one is beyond +2 SD and the other beyond −2 SD: the narrower reading comes from charts
 *   that were read by eye.
 * - 4-1s and 10-x: the level's own last values, and the last values of all levels together.
 */
export function judge(points: readonly ControlPoint[]): Map<string, WestgardRule[]> {
  const runs = Map.groupBy(points, (point) => point.run)
  const lots = new Map<string, number[]>()
  const all: number[] = []
  const found = new Map<string, WestgardRule[]>()
  for (const { id, run, lot, z } of points) {
    const own = entry(lots, lot, () => [])
    own.push(z)
    all.push(z)
    const mates = (runs.get(run) ?? []).filter((mate) => mate.id !== id).map((mate) => mate.z)
    const broken: Record<WestgardRule, boolean> = {
      '1-2s': Math.abs(z) > 2,
      '1-3s': Math.abs(z) > 3,
      '2-2s': inARow(own, 2, 2) || mates.some((mate) => inARow([mate, z], 2, 2)),
      'R-4s': mates.some((mate) => Math.abs(z - mate) > 4 + slack),
      '4-1s': inARow(own, 4, 1) || inARow(all, 4, 1),
      '10-x': inARow(own, 10, 0) || inARow(all, 10, 0),
    }
    found.set(
      id,
      westgardRules.filter((rule) => broken[rule]),
    )
  }
  return found
}

/** Distances are rounded to a billionth; the difference of two may be off by as much. */
const slack = 2e-9

/** Whether the last `count` are all beyond the limit on one side. */
function inARow(line: readonly number[], count: number, limit: number): boolean {
  if (line.length < count) return false
  const last = line.slice(-count)
  return last.every((z) => z > limit) || last.every((z) => z < -limit)
}
