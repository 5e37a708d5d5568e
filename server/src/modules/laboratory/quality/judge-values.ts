import type { SignedIn } from '#server/platform/context.ts'
import { type Judged, type JudgedPoint, noteLatest, pointsSince, setRules } from './queries-values.ts'
import { judge } from './westgard.ts'

/**
 * Applies the rules to the values of these analytes on one analyser from the run `since` on, and stores the result for each level. Call it in a
 * transaction that holds the lock on the site's controls, so that the values cannot change meanwhile.
 */
export async function judgeValues(
  { db }: Pick<SignedIn, 'db'>,
  { since, ...where }: Judged & { since: string },
): Promise<JudgedPoint[]> {
  const points = await pointsSince(db, where, since)
  const before = new Map(points.map(({ id, rules }) => [id, rules.join()]))
  const judged = [...Map.groupBy(points, (point) => point.analyte).values()].flatMap((line) => {
    const broken = judge(line)
    return line
      .filter((point) => point.id > since)
      .map((point) => ({ ...point, rules: broken.get(point.id) ?? [] }))
  })
  const changed = judged.filter(({ id, rules }) => before.get(id) !== rules.join())
  await setRules(db, where.siteId, changed)
  await noteLatest(db, where)
  return judged
}
