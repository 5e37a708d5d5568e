import { sql } from 'kysely'
import type { Gender } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'
import type { Birth } from '../records/birth.ts'

/** Statements that join the records of a person and part them again. Nothing is moved: reads follow `person.replaced_by`. */

export type LockedPerson = {
  id: string
  fullName: string
  sex: Gender
  birth: Birth
  version: number
  current: boolean
}

/** Holds records until the transaction ends, in the order of their ids, whoever asks in whatever order. */
export async function lockPersons(tx: Db, ids: readonly string[]): Promise<Map<string, LockedPerson>> {
  const { rows } = await sql<LockedPerson>`
    select id, full_name as "fullName", sex, version, replaced_by is null as current,
      jsonb_build_object('date', birth_date, 'precision', birth_precision) as birth
    from person where id = any(${[...ids]}::uuid[]) order by id for no key update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whether all visits of a person are at these sites. */
export async function allAtSites(db: Db, personId: string, sites: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from records_of_person(${personId}::uuid) r join visit v on v.person_id = r
    where v.status <> 'held' and v.site_id <> all(${[...sites]}::uuid[]) limit 1`.execute(db)
  return rows.length === 0
}

export async function addJoin(
  tx: Db,
  join: { id: string; keptId: string; otherId: string; now: Date; by: string; reason: string },
): Promise<void> {
  await tx
    .insertInto('personJoin')
    .values({
      id: join.id,
      keptId: join.keptId,
      otherId: join.otherId,
      joinedAt: join.now,
      joinedBy: join.by,
      reason: join.reason,
    })
    .execute()
}

export async function findJoin(
  db: Db,
  id: string,
): Promise<{ id: string; keptId: string; otherId: string } | null> {
  const row = await db
    .selectFrom('personJoin')
    .select(['id', 'keptId', 'otherId'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** True when this call noted that a join was taken back: not when it was taken back already. */
export async function noteUndone(
  tx: Db,
  id: string,
  { now, by, reason }: { now: Date; by: string; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('personJoin')
    .set({ undoneAt: now, undoneBy: by, undoReason: reason })
    .where('id', '=', id)
    .where('undoneAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export type JoinRow = {
  id: string
  number: number
  fullName: string
  at: Date
  by: string
  reason: string
  undoneAt: Date | null
  undoneBy: string | null
  undoReason: string | null
}

/** The joins onto any record of a person, latest first. */
export async function listJoinRows(db: Db, personId: string): Promise<JoinRow[]> {
  const { rows } = await sql<JoinRow>`
    select j.id, p.number, p.full_name as "fullName", j.joined_at as at, b.full_name as by, j.reason,
      j.undone_at as "undoneAt", u.full_name as "undoneBy", j.undo_reason as "undoReason"
    from records_of_person(${personId}::uuid) r join person_join j on j.kept_id = r
      join person p on p.id = j.other_id join account b on b.id = j.joined_by left join account u on u.id = j.undone_by
    order by j.joined_at desc, j.id limit 50`.execute(db)
  return rows
}

/** The open accounts that are or look after a person, and where they are written to. */
export async function accountsOf(
  db: Db,
  personId: string,
): Promise<{ id: string; email: string; signInPhone: string | null }[]> {
  const { rows } = await sql<{ id: string; email: string; signInPhone: string | null }>`
    select a.id, a.email, a.sign_in_phone from account a
    where a.id in (select accounts_of_person(${personId}::uuid)) and a.status = 'Active' order by a.id`.execute(
    db,
  )
  return rows
}
