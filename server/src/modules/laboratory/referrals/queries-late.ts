import { sql } from 'kysely'
import { type Db, rowsOf } from '#server/platform/database.ts'

/** Statements on notices about late reports of referral laboratories. */

const isLate = (
  now: Date,
) => sql`f.returned_at is null and f.late_told_at is null and f.due_at < ${now}::timestamptz
  and exists (select from task k where k.site_id = f.site_id and k.id = f.task_id and k.withdrawn_at is null)`

type Late = { siteId: string; site: string; laboratoryId: string; laboratory: string }

/** The sites and laboratories with late reports about which staff were not notified yet. */
export const listLate = (db: Db, now: Date): Promise<Late[]> =>
  rowsOf(db)`select distinct f.site_id, s.name as site, f.laboratory_id, l.name as laboratory
    from site s join referral f on f.site_id = s.id join referral_laboratory l on l.id = f.laboratory_id where ${isLate(now)}`

/** Marks the late reports of a laboratory as notified. Returns the tasks that were not marked yet, in their order. */
export const markLate = async (
  tx: Db,
  { siteId, laboratoryId }: Pick<Late, 'siteId' | 'laboratoryId'>,
  now: Date,
): Promise<string[]> => {
  const rows = await rowsOf(tx)<{ taskId: string }>`update referral f set late_told_at = ${now}
    where f.site_id = ${siteId} and f.laboratory_id = ${laboratoryId} and ${isLate(now)} returning f.task_id`
  return rows.map(({ taskId }) => taskId).sort()
}
