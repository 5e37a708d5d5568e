import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** What the audit trail knows of a visit beside the visit itself: its samples, by number, and its tests' tasks. */
export async function partsOfVisit(
  db: Db,
  { siteId, visitId }: { siteId: string; visitId: string },
): Promise<{ kind: string; id: string; name: string }[]> {
  const { rows } = await sql<{ kind: string; id: string; name: string }>`
    select 'sample' as kind, s.id::text as id, s.accession as name
    from sample s where s.site_id = ${siteId} and s.visit_id = ${visitId}
    union all
    select 'task', k.id::text, t.name from task k join test t on t.code = k.test_code
    where k.site_id = ${siteId} and k.visit_id = ${visitId}`.execute(db)
  return rows
}
