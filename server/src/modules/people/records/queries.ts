import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { CareKind, Naming } from '#contract/options.ts'
import { anyRow, type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { gather } from '#server/platform/gather.ts'
import type { Person } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import type { Birth } from './birth.ts'
import { personNumber } from './person-number.ts'
import type { Circle, Death, Known } from './which-person.ts'

/** Statements on persons `p`, and parts of statements of others. */

/** The current record, by the id of any of a person's records. */
export const currentRecord = (id: string | null) => sql<string>`current_person(${id}::uuid)`

/** The current record of the person with this number. */
const recordOfNumber = (number: number) =>
  sql<string>`(select current_person(q.id) from person q where q.number = ${number})`

export const birth = sql<Birth>`jsonb_build_object('date', p.birth_date, 'precision', p.birth_precision)`.as(
  'birth',
)

const died = sql<Death | null>`case when p.deceased then jsonb_build_object('on', p.died_on) end`.as('died')

export type PersonShortly = Pick<Selectable<Person>, 'id' | 'number' | 'fullName' | 'sex'> & { birth: Birth }

/** The columns of `PersonShortly`. */
export const shortly = ['p.id', 'p.number', 'p.fullName', 'p.sex', birth] as const

/** Columns that a new name changes: the former one is kept. */
export const renamed = (fullName: string) => ({
  fullName,
  formerNames: sql<string[]>`case when full_name = ${fullName} then former_names
    else array_append(array_remove(former_names, full_name), full_name) end`,
})

/** Every change of a record gives it another version. */
export const nextVersion = sql<number>`version + 1`

/** A person to insert, with the account that books for them. */
export type NewPerson = Pick<
  Selectable<Person>,
  'id' | 'fullName' | 'sex' | 'birthDate' | 'birthPrecision'
> & {
  createdAt: string
  /** Null if no account books for this person. */
  accountId: string | null
  /**
   * Counts the account's persons from 1. It is part of the row's key: of two concurrent inserts for one account the second
   * fails on `account_person_pkey`, and its caller reads the account's persons again.
   */
  number: number
  kind: CareKind
  grantedBy: string | null
  /** Left out for somebody with a name of their own. */
  naming?: Naming
  motherId?: string
  birthOrder?: number | null
}

const given = (people: readonly NewPerson[]) => sql`
  jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (id uuid, "fullName" text, sex text, "birthDate" date,
    "birthPrecision" text, "createdAt" timestamptz, "accountId" uuid, number int, kind text, "grantedBy" uuid,
    naming text, "motherId" uuid, "birthOrder" smallint)`

export async function insertPersons(tx: Db, people: readonly NewPerson[]): Promise<void> {
  if (people.length === 0) return
  await sql`
    with added as (
      insert into person (id, full_name, sex, birth_date, birth_precision, created_at, naming, mother_id, birth_order)
      select p.id, p."fullName", p.sex, p."birthDate", p."birthPrecision", p."createdAt", coalesce(p.naming, 'named'),
        p."motherId", p."birthOrder"
      from ${given(people)}
    )
    insert into account_person (account_id, number, person_id, kind, granted_by, since)
    select p."accountId", p.number, p.id, p.kind, p."grantedBy", p."createdAt" from ${given(people)}
    where p."accountId" is not null`.execute(tx)
}

const noPerson = () => new Error('A visit has no person')

/** Sex, birth and death by the current record; `id` is any of the person's records. */
export const readPersonFacts = (db: Db, id: string) =>
  db
    .selectFrom('person as p')
    .select(['p.sex', birth, died])
    .where('p.id', '=', currentRecord(id))
    .executeTakeFirstOrThrow(noPerson)

/** Writes a day of birth into a record whose date of birth is only estimated, and returns the estimate; null for another. */
export const learnBirthOf = (tx: Db, id: string, bornOn: string): Promise<Birth | null> =>
  rowOf(tx)`
    update person p set birth_date = ${bornOn}::date, birth_precision = 'day', version = p.version + 1
    from (select id, birth_date::text as date, birth_precision as precision from person where id = ${currentRecord(id)}
      for update) before
    where p.id = before.id and before.precision = 'estimated'
    returning before.date, before.precision`

/** Overwrites a person's details with corrected ones. A made-up name is kept as a former name. */
export const correctPerson = (tx: Db, id: string, { fullName, sex, birthDate, birthPrecision }: NewPerson) =>
  sql`
    update person set full_name = ${fullName}, sex = ${sex}, birth_date = ${birthDate}, birth_precision = ${birthPrecision},
      version = version + 1,
      given_names = case when full_name = ${fullName} then given_names else '' end,
      family_name = case when full_name = ${fullName} then family_name else '' end,
      naming = case when full_name = ${fullName} then naming else 'named' end,
      former_names = case when naming = 'named' then former_names else ${renamed(fullName).formerNames} end
    where id = ${id}`.execute(tx)

/** Condition on visits `v`: those of a person, by the id of any of their records. */
export const ofPerson = (id: string) => sql<boolean>`v.person_id in (select records_of_person(${id}::uuid))`

/** Of persons `p`: the latest day on which they can have been born, as `birthRange` has it. */
export const latestBirth = sql<string>`(p.birth_date + case p.birth_precision
  when 'month' then interval '1 month - 1 day' when 'year' then interval '1 year - 1 day' else interval '0' end)::date`

/** Condition on visits `v`: those of the person that an account is, and of the persons that it looks after. */
export const openTo = (accountId: string) =>
  sql<boolean>`v.person_id = any(array(select persons_of_account(${accountId}::uuid)))`

/**
 * The account to which messages about a visit `v` go, as `told.id`; null if nobody with an account is or looks after its person.
 * An open account before a closed one, then the one that booked it. Not a function of the database: starting it for each visit takes
 * four times as long. `offset 0` keeps the planner from evaluating it once more for each column.
 */
export const accountTold = sql`lateral (select (
  select a.id from records_of_person(v.person_id) r
    join account_person k on k.person_id = r join account a on a.id = k.account_id
  order by a.status = 'Active' desc, (a.id = v.account_id) is true desc, k.kind = 'self' desc, k.since, a.id
  limit 1) as id offset 0) told`

/** Whether this is the person's own account, by any of their records, and not the account of somebody who looks after them. */
export const isThemself = (db: Db, accountId: string, personId: string): Promise<boolean> => anyRow(db)`
  select 1 from records_of_person(${personId}::uuid) r join account_person k on k.person_id = r
  where k.account_id = ${accountId} and k.kind = 'self'`

/** The account to which messages about a visit go; null if nobody with an account is or looks after its person. */
export const readAccountTold = (
  db: Db,
  visit: { accountId: string | null; personId: string },
): Promise<{ id: string; email: string } | null> =>
  rowOf(db)`
    select a.id, a.email from (select ${visit.accountId}::uuid as account_id, ${visit.personId}::uuid as person_id) v
      cross join ${accountTold} join account a on a.id = told.id and a.status = 'Active'`

/**
 * Condition on persons `p`: those with a visit or the order of a clinic at one of the sites, and those without any, whom all staff see.
 */
export const isSeenAt = (sites: Sites) =>
  sites === null
    ? sql<boolean>`true`
    : sql<boolean>`(exists (
        select from records_of_person(p.id) r join visit v on v.person_id = r and v.status <> 'held' ${atSites('v.site_id', sites)})
      or exists (select from records_of_person(p.id) r join clinic_order o on o.person_id = r ${atSites('o.site_id', sites)})
      or not exists (select from records_of_person(p.id) r join visit v on v.person_id = r and v.status <> 'held')
        and not exists (select from records_of_person(p.id) r join clinic_order o on o.person_id = r))`

/**
 * The persons that accounts are or look after, by account: the holder first. A person has a row for each of their records, so
 * that they are known by the names of all.
 */
export async function readCircles(db: Db, accountIds: readonly string[]): Promise<Map<string, Circle>> {
  const rows = await rowsOf(db)<Circle & { accountId: string }>`
    select a.id as account_id, a.full_name as account_name, coalesce(known.self, false) as has_self,
      coalesce(known.people, '[]') as known, coalesce(known.size, 0) as size
    from account a left join lateral (
      select jsonb_agg(jsonb_build_object(
          'id', c.id, 'fullName', p.full_name, 'naming', p.naming, 'sex', p.sex,
          'birth', jsonb_build_object('date', p.birth_date, 'precision', p.birth_precision),
          'died', case when c.deceased then jsonb_build_object('on', c.died_on) end)
          order by k.kind = 'self' desc, k.number) as people,
        bool_or(k.kind = 'self') as self, max(k.number) as size
      from account_person k join person c on c.id = current_person(k.person_id)
        cross join lateral records_of_person(c.id) r join person p on p.id = r
      where k.account_id = a.id) known on true
    where a.id = any(${[...accountIds]}::uuid[])`
  return new Map(rows.map(({ accountId, ...circle }) => [accountId, circle]))
}

/** As `readCircles`, for one account; undefined if there is no such account. Concurrent calls are batched into one statement. */
export const readCircle = gather({
  lanes: 1,
  async run(db, accountIds: readonly string[]) {
    const circles = await readCircles(db, accountIds)
    return accountIds.map((id) => circles.get(id))
  },
})

/** The current record of the person with this number, if staff of these sites see the person. */
export const findByNumber = (db: Db, number: number, sites: Sites = null): Promise<Known | undefined> =>
  db
    .selectFrom('person as p')
    .select([...shortly, died])
    .where('p.id', '=', recordOfNumber(number))
    .where('p.forgottenAt', 'is', null)
    .where(isSeenAt(sites))
    .executeTakeFirst()

/** Makes a record a former one of another, or current again if `isFormer` is false. */
export async function setFormer(tx: Db, id: string, of: string, isFormer: boolean): Promise<void> {
  const version = nextVersion
  await tx
    .updateTable('person')
    .set({ replacedBy: isFormer ? of : null, version })
    .where('id', '=', id)
    .execute()
  await tx.updateTable('person').set({ version }).where('id', '=', of).execute()
}

/** Opens a person's record to an account that holds none of it. */
export const addCare = (
  tx: Db,
  care: { accountId: string; personId: string; kind: CareKind; grantedBy: string; since: Date },
) =>
  sql`
    insert into account_person (account_id, number, person_id, kind, granted_by, since)
    select ${care.accountId}::uuid, coalesce(max(number), 0) + 1, ${care.personId}::uuid, ${care.kind}, ${care.grantedBy}::uuid,
      ${care.since}::timestamptz
    from account_person where account_id = ${care.accountId}`.execute(tx)

/** Closes all records of a person to an account. False if none was open. */
export const removeCare = (tx: Db, accountId: string, personId: string): Promise<boolean> =>
  wroteRow(
    tx
      .deleteFrom('accountPerson')
      .where('accountId', '=', accountId)
      .where(sql<boolean>`person_id in (select records_of_person(${personId}::uuid))`),
  )

/** The sequence number of a person's current record, as an expression for other statements; `id` is any of their records. */
export const numberOfPerson = (id: RawBuilder<unknown>) => sql<number>`(
  select case when p.replaced_by is null then p.number
    else (select q.number from person q where q.id = current_person(p.id)) end
  from person p where p.id = ${id})`

/** The number of a person's current record, with letter and check digit; `id` is any of their records. */
export async function readPersonNumber(db: Db, id: string): Promise<string> {
  const { number } = await db
    .selectFrom('person')
    .select('number')
    .where('id', '=', currentRecord(id))
    .executeTakeFirstOrThrow(noPerson)
  return personNumber(number)
}
