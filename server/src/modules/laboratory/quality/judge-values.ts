import type { SignedIn } from '#server/platform/context.ts'
import { type JudgedPoint, noteLatest, pointsSince, setRules } from './queries-values.ts'
import { judge } from './westgard.ts'

/**
 * Judges what these analytes measured from the run `since` on, and notes what that says of each level. For a transaction
 * that holds the site's controls: what is judged must not change meanwhile.
 */
export async function judgeValues(
  { db }: Pick<SignedIn, 'db'>,
  where: { siteId: string; materialId: string; analytes: readonly string[]; since: string },
): Promise<JudgedPoint[]> {
  const { siteId, materialId, analytes, since } = where
  const points = await pointsSince(db, siteId, materialId, analytes, since)
  const judged = [...Map.groupBy(points, (point) => point.analyte).values()].flatMap((line) => {
    const broken = judge(line)
    return line
      .filter((point) => point.id > since)
      .map((point) => ({ before: point.rules, point: { ...point, rules: broken.get(point.id) ?? [] } }))
  })
  const changed = judged.filter(({ before, point }) => before.join() !== point.rules.join())
  await setRules(
    db,
    siteId,
    changed.map(({ point }) => point),
  )
  await noteLatest(db, siteId, materialId, analytes)
  return judged.map(({ point }) => point)
}
