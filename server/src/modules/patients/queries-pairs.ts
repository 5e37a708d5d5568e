import { sql } from 'kysely'
import type { PairReason } from '#contract/patients.ts'
import type { Db } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { digitsOf, isAlone, personOfVisit } from './queries-persons.ts'

/** Statements that find who could be one person, and remember who is not. */

/** Numbers and addresses that more people share belong to a desk, a clinic or a village. */
const mostSharing = 8
/** As trigrams have it; "Mensah" and "Mensa" are at 0.6. */
const alikeFrom = 0.55

export async function lockComparison(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('phial: compare patients', 0)) as mine`.execute(tx)
  return rows[0]?.mine ?? false
}

/**
 * Compares all patients in a few passes that join on what is equal: a number, an address, or the beginnings of the
 * names' words together with the sex; only among those are names compared letter by letter. What was found before and
 * is not any more goes; what somebody has looked at stays.
 */
export async function comparePatients(tx: Db, now: Date): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(tx)
  await sql`
    create temp table held on commit drop as
    select a.id, lower(a.full_name) as name, ${digitsOf('a.phone')} as digits, lower(a.email) as email,
      array(select left(word, 3) from regexp_split_to_table(lower(a.full_name), '[\\s.-]+') word where word <> '' order by 1) as block,
      l.gender, extract(year from l.starts_at)::int - l.age as born
    from account a left join lateral (
      select v.gender, v.age, v.starts_at from visit v where v.account_id = a.id and v.status <> 'held'
        and lower(v.full_name) = lower(a.full_name)
      order by v.starts_at desc limit 1) l on true
    where a.role = 'user' and a.status = 'Active'`.execute(tx)
  await sql`
    create temp table alone on commit drop as
    select distinct on (${personOfVisit}) ${personOfVisit} as person, lower(v.full_name) as name, lower(v.email) as email,
      ${digitsOf('v.contact')} as digits, v.gender,
      extract(year from v.starts_at)::int - v.age as born
    from visit v where ${isAlone} order by ${personOfVisit}, v.id desc`.execute(tx)
  await sql`analyze held, alone`.execute(tx)
  await sql`
    with shared as materialized (
      select digits from held where length(digits) >= 7 group by digits having count(*) between 2 and ${mostSharing}
    ), found as (
      select a.id as one, b.id as other from shared join held a using (digits) join held b using (digits) where a.id < b.id
      union
      select a.id, b.id from held a join held b on a.block = b.block and a.gender = b.gender
        and abs(a.born - b.born) <= 1 and a.id < b.id
      where similarity(a.name, b.name) >= ${alikeFrom}
    ), pairs as (
      select f.one, f.other, false as alone, a.name as a, b.name as b, a.digits = b.digits and a.digits <> '' as phone, false as email,
        a.gender = b.gender and abs(a.born - b.born) <= 1 as age
      from found f join held a on a.id = f.one join held b on b.id = f.other
      union all
      select h.id, n.person, true, h.name, n.name, h.digits = n.digits and h.digits <> '', h.email = n.email and h.email <> '',
        h.gender = n.gender and abs(h.born - n.born) <= 1
      from (select h.id, n.person from alone n join held h on h.digits = n.digits where length(n.digits) >= 7
          union select h.id, n.person from alone n join held h on h.email = n.email where n.email <> '') f
        join held h on h.id = f.id join alone n on n.person = f.person
    )
    insert into patient_pair as p (one, other, alone, reasons, weight, found_at)
    select one, other, alone, array_remove(array[case when phone then 'phone' end, case when email then 'email' end,
        case when a = b then 'name_same' when similarity(a, b) >= ${alikeFrom} then 'name_alike' else 'name_other' end,
        case when age then 'age_and_sex' end], null),
      similarity(a, b) * 2 + phone::int + email::int + coalesce(age, false)::int * 0.5, ${now}::timestamptz
    from pairs where phone or email or age
    on conflict (one, other) do update
      set reasons = excluded.reasons, weight = excluded.weight, found_at = excluded.found_at`.execute(tx)
  await sql`delete from patient_pair where not_same_at is null and found_at < ${now}::timestamptz`.execute(tx)
  await sql`
    insert into patient_comparison (compared_at) values (${now}::timestamptz)
    on conflict (only_one) do update set compared_at = excluded.compared_at`.execute(tx)
}

export async function readComparedAt(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('patient_comparison').select('compared_at').executeTakeFirst()
  return row?.compared_at ?? null
}

export type PairRow = {
  one: string
  other: string
  /** The latest visit of `other` where that is no account. */
  visit: string | null
  reasons: PairReason[]
  weight: number
}

export type PairKey = { weight: number; one: string; other: string }

/** Both still stand alone, and all of their visits are at the caller's sites: those could be joined by them. */
const stillOpen = (sites: Sites) => sql`p.not_same_at is null
  and exists (select from account a where a.id = p.one and a.status = 'Active')
  and case when p.alone then exists (select from visit v where ${isAlone} and ${personOfVisit} = p.other)
    else exists (select from account a where a.id = p.other and a.status = 'Active') end
  ${
    sites === null
      ? sql``
      : sql`and not exists (select from visit v where v.account_id in (p.one, p.other) and v.status <> 'held'
            and v.site_id <> all(${[...sites]}::uuid[]))
          and exists (select from visit v where v.account_id = p.one and v.status <> 'held')
          and (p.alone or exists (select from visit v where v.account_id = p.other and v.status <> 'held'))
          and not (p.alone and exists (select from visit v where ${isAlone} and ${personOfVisit} = p.other
            and v.site_id <> all(${[...sites]}::uuid[])))`
  }`

const columns = sql`p.one, p.other, p.reasons, p.weight,
  case when p.alone then (select v.id from visit v where ${isAlone} and ${personOfVisit} = p.other
    order by v.id desc limit 1) end as visit`

export async function listPairs(
  db: Db,
  sites: Sites,
  { after, limit }: { after: PairKey | null; limit: number },
): Promise<PairRow[]> {
  const { rows } = await sql<PairRow>`
    select ${columns} from patient_pair p
    where ${stillOpen(sites)}
      ${after ? sql`and (p.weight < ${after.weight}::real or p.weight = ${after.weight}::real and (p.one, p.other) > (${after.one}::uuid, ${after.other}::uuid))` : sql``}
    order by p.weight desc, p.one, p.other limit ${limit}`.execute(db)
  return rows
}

export async function countPairs(db: Db, sites: Sites, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from patient_pair p where ${stillOpen(sites)} limit ${most}) them`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Pairs with one person in them. `key` is the account, or the person without one. */
export async function pairsOf(db: Db, key: string, sites: Sites): Promise<PairRow[]> {
  const { rows } = await sql<PairRow>`
    select ${columns} from patient_pair p where (p.one = ${key} or p.other = ${key}) and ${stillOpen(sites)}
    order by p.weight desc, p.one, p.other limit 20`.execute(db)
  return rows
}

export async function noteNotSame(
  tx: Db,
  pair: { one: string; other: string; alone: boolean },
  { now, by }: { now: Date; by: string },
): Promise<void> {
  await sql`
    insert into patient_pair (one, other, alone, reasons, weight, found_at, not_same_at, not_same_by)
    values (${pair.one}, ${pair.other}, ${pair.alone}, '{}', 0, ${now}, ${now}, ${by})
    on conflict (one, other) do update set not_same_at = excluded.not_same_at, not_same_by = excluded.not_same_by`.execute(
    tx,
  )
}
