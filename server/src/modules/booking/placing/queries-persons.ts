import type { Known } from '#server/modules/people/index.ts'
import { type Db, rowOf } from '#server/platform/database.ts'

/** Statements on the link from a visit to its person. */

type VisitKey = { siteId: string; id: string; personId: string }

/** The record that a visit points to, and whether no other visit or record points to it. */
export async function readPersonOfVisit(db: Db, visit: VisitKey): Promise<Known & { isOnlyHere: boolean }> {
  const person = await rowOf(db)<Known & { isOnlyHere: boolean }>`
    select p.id, p.full_name, p.sex,
      jsonb_build_object('date', p.birth_date, 'precision', p.birth_precision) as birth,
      p.replaced_by is null and not exists (select from person o where o.replaced_by = p.id)
        and not exists (select from visit v where v.person_id = p.id and v.id <> ${visit.id}) as is_only_here
    from person p where p.id = ${visit.personId}`
  if (!person) throw new Error('A visit has no person')
  return person
}

export const setPersonOfVisit = (tx: Db, { siteId, id }: VisitKey, personId: string) =>
  tx.updateTable('visit').set({ personId }).where('siteId', '=', siteId).where('id', '=', id).execute()

export async function readTimeZones(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('site').select(['id', 'timeZone']).execute()
  return new Map(rows.map((row) => [row.id, row.timeZone]))
}
