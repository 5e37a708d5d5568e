import { sql } from 'kysely'
import type { Naming } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { isSeenAt } from './queries.ts'
import type { Known } from './which-person.ts'

/** Statements on mothers and their babies. */

/** The current record of the person with this number, if the caller may see it. */
export async function findMother(tx: Db, number: number, sites: Sites): Promise<Known | null> {
  const { rows } = await sql<Known>`
    select p.id, p.full_name as "fullName", p.sex,
      jsonb_build_object('date', p.birth_date, 'precision', p.birth_precision) as birth
    from person p where p.id = (select current_person(q.id) from person q where q.number = ${number}) and ${isSeenAt(sites)}`.execute(
    tx,
  )
  return rows[0] ?? null
}

export type Sibling = {
  id: string
  number: number
  fullName: string
  naming: Naming
  birthOrder: number | null
}

/** The babies of one birth: of this mother, born within a day of this one, since twins are also born around midnight. */
export async function readBirth(tx: Db, motherId: string, bornOn: string): Promise<Sibling[]> {
  const { rows } = await sql<Sibling>`
    select b.id, b.number, b.full_name as "fullName", b.naming, b.birth_order as "birthOrder"
    from person b
    where b.mother_id in (select records_of_person(${motherId}::uuid)) and b.replaced_by is null
      and b.birth_date between ${bornOn}::date - 1 and ${bornOn}::date + 1
    order by b.birth_order nulls first, b.id`.execute(tx)
  return rows
}

/** Numbers the first of twins when the second is written down; an earlier name is kept. */
export async function numberBaby(
  tx: Db,
  { id, fullName, birthOrder }: { id: string; fullName: string; birthOrder: number },
): Promise<void> {
  await sql`
    update person set birth_order = ${birthOrder}, full_name = ${fullName}, version = version + 1,
      former_names = case when full_name = ${fullName} then former_names
        else array_append(array_remove(former_names, full_name), full_name) end
    where id = ${id}`.execute(tx)
}
