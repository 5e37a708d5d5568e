import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { anyRow, type Db, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { PersonJoin } from '#server/platform/schema.gen.ts'
import { shortly } from '../records/queries.ts'

/** Statements that join the records of a person and separate them again. Nothing is moved: reads follow `person.replaced_by`. */

/** Locks records until the transaction ends, always in the order of their ids. */
export async function lockPersons(tx: Db, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('person as p')
    .select(shortly)
    .select(['p.version', sql<boolean>`p.replaced_by is null`.as('current')])
    .where('p.id', 'in', ids)
    .orderBy('p.id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whether all visits of a person are at these sites. */
export const allAtSites = async (db: Db, personId: string, sites: readonly string[]): Promise<boolean> =>
  !(await anyRow(db)`
    select from records_of_person(${personId}::uuid) r join visit v on v.person_id = r
    where v.status <> 'held' and v.site_id <> all(${[...sites]}::uuid[]) limit 1`)

export const addJoin = (tx: Db, join: Insertable<PersonJoin>) =>
  tx.insertInto('personJoin').values(join).execute()

export const findJoin = (db: Db, id: string) =>
  db.selectFrom('personJoin').select(['id', 'keptId', 'otherId']).where('id', '=', id).executeTakeFirst()

/** True when this call noted that a join was taken back: not when it was taken back already. */
export const noteUndone = (tx: Db, id: string, undone: Updateable<PersonJoin>): Promise<boolean> =>
  wroteRow(tx.updateTable('personJoin').set(undone).where('id', '=', id).where('undoneAt', 'is', null))

type JoinRow = Pick<Selectable<PersonJoin>, 'id' | 'reason' | 'undoneAt' | 'undoReason'> & {
  number: number
  fullName: string
  at: Date
  by: string
  undoneBy: string | null
}

/** The joins onto any record of a person, latest first. */
export const listJoinRows = (db: Db, personId: string): Promise<JoinRow[]> =>
  rowsOf(db)`
    select j.id, p.number, p.full_name, j.joined_at as at, b.full_name as by, j.reason, j.undone_at,
      u.full_name as undone_by, j.undo_reason
    from records_of_person(${personId}::uuid) r join person_join j on j.kept_id = r
      join person p on p.id = j.other_id join account b on b.id = j.joined_by left join account u on u.id = j.undone_by
    order by j.joined_at desc, j.id limit 50`

/** The open accounts that are or look after a person, and how to reach them. */
export const accountsOf = (db: Db, personId: string) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'signInPhone'])
    .where(sql<boolean>`id in (select accounts_of_person(${personId}::uuid))`)
    .where('status', '=', 'Active')
    .orderBy('id')
    .execute()
