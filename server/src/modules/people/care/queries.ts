import { sql } from 'kysely'
import type { CareKind, Gender } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import type { Birth } from '../records/birth.ts'
import { isSeenAt, latestBirth } from '../records/queries.ts'

/** Statements on which accounts open the record of a person. */

export type CarerRow = {
  accountId: string
  fullName: string
  kind: CareKind
  /** ISO 8601. */
  since: string
  grantedBy: 'holder' | 'laboratory' | { fullName: string } | null
}

export type PersonRow = { id: string; number: number; fullName: string; sex: Gender; birth: Birth }

const personColumns = sql`p.id, p.number, p.full_name as "fullName", p.sex,
  jsonb_build_object('date', p.birth_date, 'precision', p.birth_precision) as birth`

/** Who granted the care `k`. */
const granter = sql`case when k.granted_by = k.account_id then to_jsonb('holder'::text) else (
  select case when g.role = 'user' then jsonb_build_object('fullName', g.full_name) else to_jsonb('laboratory'::text) end
  from account g where g.id = k.granted_by) end`

/** Of each account the strongest of its rows on the records of a person: its holder's before others, then the oldest. */
const caresFor = (person: ReturnType<typeof sql>) => sql`
  select distinct on (k.account_id) k.*, a.full_name
  from records_of_person(${person}) r join account_person k on k.person_id = r
    join account a on a.id = k.account_id and a.status = 'Active'
  order by k.account_id, k.kind = 'self' desc, k.since`

const carersOf = (person: ReturnType<typeof sql>) => sql`
  coalesce((select jsonb_agg(jsonb_build_object('accountId', k.account_id, 'fullName', k.full_name, 'kind', k.kind,
      'since', to_char(k.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'grantedBy', ${granter})
      order by k.kind = 'self' desc, k.since, k.account_id)
    from (${caresFor(person)}) k), '[]')`

export type Cared = PersonRow & { carers: CarerRow[] }

/** The persons that an account is or looks after: its holder first, then by name. */
export async function listCared(db: Db, accountId: string): Promise<Cared[]> {
  const { rows } = await sql<Cared>`
    select ${personColumns}, ${carersOf(sql`p.id`)} as carers
    from (select distinct current_person(k.person_id) as id from account_person k where k.account_id = ${accountId}) mine
      join person p on p.id = mine.id
    order by exists (select from account_person k where k.account_id = ${accountId} and k.kind = 'self'
        and current_person(k.person_id) = p.id) desc, p.full_name, p.id`.execute(db)
  return rows
}

/** A person's current record and who opens it; `id` is any of their records. Null if nobody at these sites sees them. */
export async function findCared(db: Db, id: string, sites: Sites): Promise<Cared | null> {
  const { rows } = await sql<Cared>`
    select ${personColumns}, ${carersOf(sql`p.id`)} as carers
    from person p where p.id = current_person(${id}::uuid) and ${isSeenAt(sites)}`.execute(db)
  return rows[0] ?? null
}

/**
 * Persons who were certainly born on this day or before and whom an account looks after as a child: the 200 youngest, and how
 * many there are.
 */
export async function listOfAge(
  db: Db,
  born: string,
  sites: Sites,
): Promise<{ people: Cared[]; total: number }> {
  const { rows } = await sql<Cared & { total: number }>`
    select count(*) over ()::int as total, ${personColumns}, ${carersOf(sql`p.id`)} as carers
    from (select distinct current_person(k.person_id) as id from account_person k
        join account a on a.id = k.account_id and a.status = 'Active' where k.kind = 'child') children
      join person p on p.id = children.id
    where ${latestBirth} <= ${born}::date and not p.deceased and ${isSeenAt(sites)}
    order by p.birth_date desc, p.id limit 200`.execute(db)
  return { people: rows.map(({ total, ...person }) => person), total: rows[0]?.total ?? 0 }
}

/** Holds a patient's account until the transaction ends: bookings that add a person to it wait. Null if it is not open. */
export async function holdAccount(tx: Db, id: string): Promise<{ fullName: string } | null> {
  const { rows } = await sql<{ fullName: string }>`
    select full_name as "fullName" from account where id = ${id} and role = 'user' and status = 'Active' for update`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Whether an account is another person than this one. */
export async function isSomebodyElse(tx: Db, accountId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account_person where account_id = ${accountId} and kind = 'self'
      and current_person(person_id) <> current_person(${personId}::uuid)`.execute(tx)
  return rows.length > 0
}

/** The phone number at which a person is reached: of their record, or else of their latest visit; empty: none. */
export async function phoneOf(db: Db, personId: string): Promise<string> {
  const { rows } = await sql<{ phone: string }>`
    select coalesce(
      (select h.phone from records_of_person(${personId}::uuid) r join person_phone h on h.person_id = r
        order by h.person_id = ${personId}::uuid desc, h.position limit 1),
      (select v.contact from records_of_person(${personId}::uuid) r join visit v on v.person_id = r and v.status <> 'held'
        where v.contact <> '' order by v.starts_at desc, v.id desc limit 1), '') as phone`.execute(db)
  return rows[0]?.phone ?? ''
}

export async function readMajorityAge(db: Db): Promise<number> {
  const { majorityAge } = await db.selectFrom('laboratory').select('majorityAge').executeTakeFirstOrThrow()
  return majorityAge
}
