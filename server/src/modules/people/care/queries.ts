import { sql } from 'kysely'
import type { Carer } from '#contract/care.ts'
import { type Db, rowOf } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { currentRecord, isSeenAt, latestBirth, type PersonShortly, shortly } from '../records/queries.ts'

/** Statements on which accounts open the record of a person. */

/** Who granted the care `k`. */
const granter = sql`case when k.granted_by = k.account_id then to_jsonb('holder'::text) else (
  select case when g.role = 'user' then jsonb_build_object('fullName', g.full_name) else to_jsonb('laboratory'::text) end
  from account g where g.id = k.granted_by) end`

/** Of each account the strongest of its rows on the records of a person `p`: its holder's before others, then the oldest. */
const cares = sql`
  select distinct on (k.account_id) k.*, a.full_name
  from records_of_person(p.id) r join account_person k on k.person_id = r
    join account a on a.id = k.account_id and a.status = 'Active'
  order by k.account_id, k.kind = 'self' desc, k.since`

const carers = sql<Carer[]>`
  coalesce((select jsonb_agg(jsonb_build_object('accountId', k.account_id, 'fullName', k.full_name, 'kind', k.kind,
      'since', to_char(k.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'grantedBy', ${granter})
      order by k.kind = 'self' desc, k.since, k.account_id)
    from (${cares}) k), '[]')`.as('carers')

export type Cared = PersonShortly & { carers: Carer[] }

const cared = (db: Db) => db.selectFrom('person as p').select(shortly).select(carers)

/** The persons that an account is or looks after: its holder first, then by name. */
export const listCared = (db: Db, accountId: string): Promise<Cared[]> =>
  cared(db)
    .where(
      sql<boolean>`p.id in (select current_person(k.person_id) from account_person k where k.account_id = ${accountId})`,
    )
    .orderBy(
      sql`exists (select from account_person k where k.account_id = ${accountId} and k.kind = 'self'
        and current_person(k.person_id) = p.id)`,
      'desc',
    )
    .orderBy('p.fullName')
    .orderBy('p.id')
    .execute()

/**
 * A person's current record and who opens it; `id` is any of their records. Undefined if nobody at these sites sees the person, or if
 * the person was forgotten.
 */
export const findCared = (db: Db, id: string, sites: Sites): Promise<Cared | undefined> =>
  cared(db)
    .where('p.id', '=', currentRecord(id))
    .where('p.forgottenAt', 'is', null)
    .where(isSeenAt(sites))
    .executeTakeFirst()

/** At most so many persons of age are listed. */
const mostOfAge = 200

/**
 * Persons who were certainly born on this day or before and whom an account looks after as a child: the youngest, and how many
 * there are.
 */
export async function listOfAge(
  db: Db,
  born: string,
  sites: Sites,
): Promise<{ people: Cared[]; total: number }> {
  const rows = await cared(db)
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .where(
      sql<boolean>`p.id in (select current_person(k.person_id) from account_person k
        join account a on a.id = k.account_id and a.status = 'Active' where k.kind = 'child')`,
    )
    .where(sql<boolean>`${latestBirth} <= ${born}::date and not p.deceased`)
    .where(isSeenAt(sites))
    .orderBy('p.birthDate', 'desc')
    .orderBy('p.id')
    .limit(sql.lit(mostOfAge))
    .execute()
  return { people: rows.map(({ total, ...person }) => person), total: rows[0]?.total ?? 0 }
}

/** Locks a patient's account until the transaction ends: bookings that add a person to it wait. Undefined if it is not open. */
export const holdAccount = (tx: Db, id: string): Promise<{ fullName: string } | undefined> =>
  tx
    .selectFrom('account')
    .select('fullName')
    .where('id', '=', id)
    .where('role', '=', 'user')
    .where('status', '=', 'Active')
    .forUpdate()
    .executeTakeFirst()

/** Whether an account is another person than this one. */
export async function isSomebodyElse(tx: Db, accountId: string, personId: string): Promise<boolean> {
  const self = await tx
    .selectFrom('accountPerson')
    .select('personId')
    .where('accountId', '=', accountId)
    .where('kind', '=', 'self')
    .where(sql`current_person(person_id)`, '<>', currentRecord(personId))
    .executeTakeFirst()
  return self !== undefined
}

/** The phone number at which a person is reached: of their record, or else of their latest visit; empty: none. */
export async function phoneOf(db: Db, personId: string): Promise<string> {
  const row = await rowOf(db)<{ phone: string }>`
    select coalesce(
      (select h.phone from records_of_person(${personId}::uuid) r join person_phone h on h.person_id = r
        order by h.person_id = ${personId}::uuid desc, h.position limit 1),
      (select v.contact from records_of_person(${personId}::uuid) r join visit v on v.person_id = r and v.status <> 'held'
        where v.contact <> '' order by v.starts_at desc, v.id desc limit 1), '') as phone`
  return row?.phone ?? ''
}

export const readMajorityAge = async (db: Db): Promise<number> =>
  (await db.selectFrom('laboratory').select('majorityAge').executeTakeFirstOrThrow()).majorityAge
