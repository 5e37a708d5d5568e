import { sql } from 'kysely'
import type { Gender } from '#contract/options.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { birth } from '../records/queries.ts'
import { seenAt } from '../records/queries-record.ts'

/** Persons who could be the same as a new one, each by its current record, the latest first. Made-up names are nobody's. */

/** More than these are not compared. The latest come first, so that one who was written down a moment ago is among them. */
const mostCompared = 500

/** Names are alike from here on, from 0 to 1: misspellings of a name are, mother and child of one family name mostly not. */
const alike = 0.5

/** Persons with all words of a name, of a sex, and born in a period. */
export const findNamesakes = (
  tx: Db,
  { words, sex, first, last }: { words: string; sex: Gender; first: string; last: string },
) =>
  tx
    .selectFrom('person as p')
    .select(['p.fullName', 'p.formerNames', birth, sql<string>`current_person(p.id)`.as('id')])
    .where(sql<boolean>`p.words @@ ${words}::tsquery`)
    .where('p.sex', '=', sex)
    .where('p.naming', '=', sql.lit('named' as const))
    .where('p.forgottenAt', 'is', null)
    .where('p.birthDate', '>=', first)
    .where('p.birthDate', '<=', last)
    .orderBy('p.id', 'desc')
    .limit(sql.lit(mostCompared))
    .execute()

/** Persons with one of these phone numbers and a similar name, their own or that of a visit that the caller may see. */
export async function findByPhone(
  tx: Db,
  { fullName, digits, sites }: { fullName: string; digits: readonly string[]; sites: Sites },
): Promise<string[]> {
  if (digits.length === 0) return []
  const words = digits.map((number) => `'${number}'`).join(' | ')
  const rows = await rowsOf(tx)<{ id: string }>`
    with found as (
      (select h.person_id as id, null as called from person_phone h where h.digits = any(${[...digits]}::text[])
        order by h.person_id desc limit ${sql.lit(mostCompared)})
      union all
      (select v.person_id, v.full_name from visit v
        where v.status <> 'held' and ${seenAt(sites)} and v.words @@ ${words}::tsquery limit ${sql.lit(mostCompared)})
    )
    select distinct current_person(p.id) as id from found join person p on p.id = found.id
    where p.naming = 'named' and greatest(similarity(p.full_name, ${fullName}), similarity(found.called, ${fullName}),
      (select max(similarity(name, ${fullName})) from unnest(p.former_names) name)) >= ${sql.lit(alike)}
    order by 1 desc`
  return rows.map(({ id }) => id)
}
