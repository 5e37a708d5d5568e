import { sql } from 'kysely'
import type { Known } from '#server/modules/people/index.ts'
import type { Db } from '#server/platform/database.ts'

/** Statements on the link from a visit to its person. */

type VisitKey = { siteId: string; id: string; personId: string }

/** The record that a visit points to, and whether no other visit or record points to it. */
export async function readPersonOfVisit(db: Db, visit: VisitKey): Promise<Known & { isOnlyHere: boolean }> {
  const { rows } = await sql<Known & { isOnlyHere: boolean }>`
    select p.id, p.full_name as "fullName", p.sex,
      jsonb_build_object('date', p.birth_date, 'precision', p.birth_precision) as birth,
      p.replaced_by is null and not exists (select from person o where o.replaced_by = p.id)
        and not exists (select from visit v where v.person_id = p.id and v.id <> ${visit.id}) as "isOnlyHere"
    from person p where p.id = ${visit.personId}`.execute(db)
  const [person] = rows
  if (!person) throw new Error('A visit has no person')
  return person
}

export async function setPersonOfVisit(tx: Db, visit: VisitKey, personId: string): Promise<void> {
  await sql`update visit set person_id = ${personId} where site_id = ${visit.siteId} and id = ${visit.id}`.execute(
    tx,
  )
}

export async function readTimeZones(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('site').select(['id', 'timeZone']).execute()
  return new Map(rows.map((row) => [row.id, row.timeZone]))
}
