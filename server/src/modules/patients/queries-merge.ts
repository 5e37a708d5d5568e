import { sql } from 'kysely'
import type { Gender } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'
import { type PersonRow, type Ref, readPerson, seenAt, visitsOf } from './queries-persons.ts'

/** Statements that join two patients and part them again. They run under the locks of `lockAccounts`. */

/** What a join may change of the account that is kept. */
export type Fields = {
  full_name: string
  email: string
  phone: string
  sign_in_phone: string | null
  also_known_as: string[]
}

type LockedAccount = Fields & { id: string }

/**
 * Holds accounts until the transaction ends, in the order of their ids, whoever asks in whatever order: bookings for
 * them wait, and of two joins of the same two the second finds what the first has done.
 */
export async function lockAccounts(tx: Db, ids: readonly string[]): Promise<Map<string, LockedAccount>> {
  const { rows } = await sql<LockedAccount>`
    select id, full_name, email, phone, sign_in_phone, also_known_as from account
    where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Holds the visits of a person without an account, so that nobody else joins them meanwhile. */
export async function lockVisitsAlone(tx: Db, alone: string): Promise<void> {
  await sql`select from visit v where ${visitsOf({ alone })} order by v.id for update`.execute(tx)
}

/** Somebody at all sites, and what they looked like: whatever is changed or booked since makes another version. */
export async function readVersioned(
  db: Db,
  ref: Ref,
): Promise<(PersonRow & { version: string; names: string[]; addresses: string[] }) | null> {
  const person = await readPerson(db, ref, null)
  if (!person) return null
  const account = 'account' in ref ? ref.account : null
  const { rows } = await sql<{ version: string; names: string[]; addresses: string[] }>`
    select md5(concat_ws(E'\\n', ${person.fullName}::text, ${person.email}::text, ${person.phone}::text, ${person.status}::text,
        (select merged_into from account where id = ${account}),
        (select string_agg(v.id::text, ' ' order by v.id) from visit v where ${visitsOf(ref)}))) as version,
      array(select distinct lower(v.full_name) from visit v where ${visitsOf(ref)} and ${account === null}) as names,
      array(select distinct v.email from visit v where ${visitsOf(ref)} and ${account === null} and v.email <> '') as addresses`.execute(
    db,
  )
  return { ...person, ...(rows[0] ?? { version: '', names: [], addresses: [] }) }
}

/** Whether all visits of somebody are at these sites. */
export async function allAtSites(db: Db, ref: Ref, sites: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from visit v where ${visitsOf(ref)} and v.site_id <> all(${[...sites]}::uuid[]) limit 1`.execute(
    db,
  )
  return rows.length === 0
}

/** Gives visits to an account; answers which. */
export async function giveVisits(tx: Db, from: Ref, to: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update visit v set account_id = ${to} where ${visitsOf(from)} and ${seenAt(null)} returning v.id`.execute(
    tx,
  )
  return rows.map(({ id }) => id).sort()
}

/** Moves notices that the other has not got as well. */
export async function giveNotices(tx: Db, from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update notice n set account_id = ${to}
    where n.account_id = ${from} and not exists (select from notice m where m.account_id = ${to} and m.id = n.id)
    returning n.id`.execute(tx)
  return rows.map(({ id }) => id).sort()
}

export async function setFields(tx: Db, id: string, fields: Partial<Fields>): Promise<void> {
  if (Object.keys(fields).length === 0) return
  await tx.updateTable('account').set(fields).where('id', '=', id).execute()
}

export async function retireInto(tx: Db, id: string, kept: string, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ status: 'Deactivated', deactivated_at: now, merged_into: kept })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('session').where('account_id', '=', id).execute()
}

export async function bringBack(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('account')
    .set({ status: 'Active', deactivated_at: null, merged_into: null })
    .where('id', '=', id)
    .execute()
}

/** Adds the persons of these visits to those that the account books for. */
export async function knowPersons(
  tx: Db,
  accountId: string,
  visits: readonly string[],
  { now, by }: { now: Date; by: string },
): Promise<void> {
  await sql`
    insert into account_person (account_id, number, person_id, kind, granted_by, since)
    select ${accountId}::uuid, row_number() over (order by p.person_id)
        + (select coalesce(max(number), 0) from account_person where account_id = ${accountId}),
      p.person_id, 'other', ${by}::uuid, ${now}::timestamptz
    from (select distinct v.person_id from visit v
      where v.site_id in (select id from site) and v.id = any(${[...visits]}::uuid[])) p
    where not exists (select from account_person k where k.account_id = ${accountId} and k.person_id = p.person_id)`.execute(
    tx,
  )
}

/** Removes the persons that this join added from those that the account books for. */
export async function forgetPersons(tx: Db, accountId: string, joinedAt: Date): Promise<void> {
  await sql`delete from account_person where account_id = ${accountId} and since = ${joinedAt}::timestamptz`.execute(
    tx,
  )
}

type Strange = { siteId: string; id: string; fullName: string; age: number; gender: Gender; on: string }

/** Those of these visits whose persons the account does not book for. */
export async function visitsOfStrangers(
  tx: Db,
  visits: readonly string[],
  accountId: string,
): Promise<Strange[]> {
  const { rows } = await sql<Strange>`
    select v.site_id as "siteId", v.id, v.full_name as "fullName", v.age, v.gender,
      ((v.starts_at at time zone s.time_zone)::date)::text as on
    from visit v join site s on s.id = v.site_id
    where v.id = any(${[...visits]}::uuid[])
      and not exists (select from account_person k where k.account_id = ${accountId} and k.person_id = v.person_id)
    order by v.id`.execute(tx)
  return rows
}

export async function setPerson(
  tx: Db,
  { siteId, id }: { siteId: string; id: string },
  personId: string,
): Promise<void> {
  await sql`update visit set person_id = ${personId} where site_id = ${siteId} and id = ${id}`.execute(tx)
}

/** Gives named visits from the kept account back, to the other one or to nobody's; answers which. */
export async function returnVisits(
  tx: Db,
  visits: readonly string[],
  from: string,
  to: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update visit v set account_id = ${to}
    where v.site_id in (select id from site) and v.id = any(${[...visits]}::uuid[]) and v.account_id = ${from}
    returning v.id`.execute(tx)
  return rows.map(({ id }) => id).sort()
}

/** Of these visits those that were booked for an account since. */
export async function bookedSince(
  tx: Db,
  visits: readonly string[],
  accountId: string,
  since: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from visit v where v.site_id in (select id from site) and v.id = any(${[...visits]}::uuid[])
      and v.account_id = ${accountId} and v.created_at > ${since}::timestamptz`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Gives notices back: those that came along, and those that were written since about the visits that go. Where there is
 * no account to give them to, they go with the visits.
 */
export async function returnNotices(
  tx: Db,
  { notices, visits }: { notices: readonly string[]; visits: readonly string[] },
  from: string,
  to: string | null,
): Promise<void> {
  const which = sql`account_id = ${from} and (id = any(${[...notices]}::uuid[])
    or payload ->> 'visitId' = any(${[...visits]}::text[]))`
  if (to === null) await sql`delete from notice where ${which}`.execute(tx)
  else await sql`update notice set account_id = ${to} where ${which}`.execute(tx)
}

export type Kept = {
  id: string
  keptId: string
  otherId: string | null
  otherName: string
  before: Partial<Fields>
  after: Partial<Fields>
  visits: string[]
  notices: string[]
  /** The persons that the join replaced by others. */
  persons: string[]
  mergedAt: Date
  undoneAt: Date | null
}

export async function addMerge(
  tx: Db,
  merge: Omit<Kept, 'undoneAt'> & { mergedBy: string; reason: string },
): Promise<void> {
  await sql`
    insert into patient_merge (id, kept_id, other_id, other_name, merged_at, merged_by, reason, before, after, visits, notices,
      persons)
    values (${merge.id}, ${merge.keptId}, ${merge.otherId}, ${merge.otherName}, ${merge.mergedAt}, ${merge.mergedBy},
      ${merge.reason}, ${JSON.stringify(merge.before)}::jsonb, ${JSON.stringify(merge.after)}::jsonb,
      ${merge.visits}::uuid[], ${merge.notices}::uuid[], ${merge.persons}::uuid[])`.execute(tx)
}

export async function findMerge(db: Db, id: string): Promise<Kept | null> {
  const { rows } = await sql<Kept>`
    select id, kept_id as "keptId", other_id as "otherId", other_name as "otherName", before, after, visits, notices, persons,
      merged_at as "mergedAt", undone_at as "undoneAt"
    from patient_merge where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** A join that was built on this one and still stands. */
const laterMerge = (m: string) => sql`exists (select from patient_merge l
  where l.number > ${sql.ref(`${m}.number`)} and l.undone_at is null
    and (l.kept_id in (${sql.ref(`${m}.kept_id`)}, ${sql.ref(`${m}.other_id`)}) or l.other_id = ${sql.ref(`${m}.kept_id`)}))`

/** True when this call noted the undoing: not when it is undone already, nor under a later join. */
export async function noteUndone(
  tx: Db,
  id: string,
  { now, by, reason }: { now: Date; by: string; reason: string },
): Promise<boolean> {
  const { rows } = await sql`
    update patient_merge m set undone_at = ${now}, undone_by = ${by}, undo_reason = ${reason}
    where m.id = ${id} and m.undone_at is null and not ${laterMerge('m')} returning 1`.execute(tx)
  return rows.length > 0
}

export type MergeRow = {
  id: string
  at: Date
  by: string
  reason: string
  otherName: string
  visits: number
  undoneAt: Date | null
  undoneBy: string | null
  undoReason: string | null
  later: boolean
}

/** What was joined to an account, latest first. */
export async function listMerges(db: Db, keptId: string): Promise<MergeRow[]> {
  const { rows } = await sql<MergeRow>`
    select m.id, m.merged_at as at, b.full_name as by, m.reason, m.other_name as "otherName",
      cardinality(m.visits) as visits, m.undone_at as "undoneAt", u.full_name as "undoneBy",
      m.undo_reason as "undoReason", ${laterMerge('m')} as later
    from patient_merge m join account b on b.id = m.merged_by left join account u on u.id = m.undone_by
    where m.kept_id = ${keptId} order by m.number desc limit 50`.execute(db)
  return rows
}
