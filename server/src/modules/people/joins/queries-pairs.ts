import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Total } from '#contract/fields.ts'
import { anyRow, type Db, rowOf } from '#server/platform/database.ts'
import {
  countUpTo,
  type Order,
  type Page,
  type PageQuery,
  readPage,
  real,
  uuid,
} from '#server/platform/list.ts'
import type { PersonPair } from '#server/platform/schema.gen.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { isSeenAt } from '../records/queries.ts'

/** Statements that find records that could be of one person, and remember which are not. */

/** Phone numbers and addresses that more people share belong to a desk, a clinic or a village. The limit holds for names, too. */
const mostSharing = 8
/** As trigrams have it; "Mensah" and "Mensa" are at 0.6. */
const alikeFrom = 0.55

export async function lockComparison(tx: Db): Promise<boolean> {
  const row = await rowOf(tx)<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('phial: compare persons', 0)) as mine`
  return row?.mine ?? false
}

/** By how many years two stated ages of one person may differ; see `people/birth.ts`. */
const slack = sql`interval '2 years'`
/** Whether the dates of birth of two records can be of one person. */
const fit = sql`(a.first - ${slack} <= b.last and b.first - ${slack} <= a.last)`

/** The last nine digits of a phone number; null for what is too short to be one. */
const digitsOf = (phone: RawBuilder<unknown>) =>
  sql`(select d from (select right(ltrim(translate(${phone}, '+() .-', ''), '0'), 9) as d) x where length(d) >= 7)`

/** What hospitals have said is kept, and comes first. */
const keepingHospital = sql`case when 'hospital' = any(p.reasons) then array_prepend('hospital', excluded.reasons) else excluded.reasons end`
const hospitalWeight = 10
const saidByHospital = sql`case when 'hospital' = any(p.reasons) then ${sql.lit(hospitalWeight)}::real end`

/**
 * Offers two records as records of one person, because a hospital says that they are. Returns false if staff have decided that they are
 * not.
 */
export const proposeJoin = (tx: Db, [a, b]: readonly [string, string], now: Date): Promise<boolean> =>
  anyRow(tx)`
    insert into person_pair as p (one, other, reasons, weight, found_at)
    values (least(${a}::uuid, ${b}::uuid), greatest(${a}::uuid, ${b}::uuid), '{hospital}', ${sql.lit(hospitalWeight)}, ${now}::timestamptz)
    on conflict (one, other) do update set weight = excluded.weight,
      reasons = case when 'hospital' = any(p.reasons) then p.reasons else array_prepend('hospital', p.reasons) end
      where p.not_same_at is null
    returning one`

/**
 * Compares all current records in a few passes that join on what is equal: a phone number, an e-mail address, or the
 * beginnings of the names' words, unless more than a few have these; of a common name the day of birth must be the same. Only
 * among those are names compared letter by letter. Only records of the same sex with dates of birth that fit can be of one
 * person. Records of one name in one account whose sex or birth differs come last: staff decide whether they are two persons,
 * such as father and son, or whether one record is wrong. Pairs that are not found again are deleted, except those that
 * somebody has decided. Made-up names are not compared, and babies of one birth are never one person.
 */
export async function comparePersons(tx: Db, now: Date): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(tx)
  await sql`
    create temp table compared on commit drop as
    select p.id, lower(p.full_name) as name, p.sex,
      case p.birth_precision when 'estimated' then p.birth_date - interval '1 year' else p.birth_date end as first,
      case p.birth_precision when 'month' then p.birth_date + interval '1 month' when 'year' then p.birth_date + interval '1 year'
        else p.birth_date end as last,
      array(select left(word, 3) from regexp_split_to_table(lower(p.full_name), '[\\s.-]+') word where word <> '' order by 1)
        as block, p.naming = 'named' as named, current_person(p.mother_id) as mother, p.birth_order
    from person p where p.replaced_by is null and p.forgotten_at is null`.execute(tx)
  await sql`
    create temp table reached on commit drop as
    select distinct p.id, way.kind, way.value
    from person p
      cross join lateral records_of_person(p.id) r
      left join lateral (select v.contact, v.email from visit v where v.person_id = r and v.status <> 'held'
        order by v.starts_at desc, v.id desc limit 1) l on true
      cross join lateral (
        select 'phone' as kind, digits as value from person_phone h where h.person_id = r and length(digits) >= 7
        union select 'phone', ${digitsOf(sql`l.contact`)}
        union select 'email', nullif(lower(l.email), '')
        union select 'email', nullif(lower(q.email), '') from person q where q.id = r) way
    where p.replaced_by is null and p.forgotten_at is null and way.value is not null`.execute(tx)
  await sql`analyze compared, reached`.execute(tx)
  await sql`
    with shared as materialized (
      select kind, value from reached group by kind, value having count(*) between 2 and ${mostSharing}
    ), by_way as (
      select a.id as one, b.id as other, bool_or(kind = 'phone') as phone, bool_or(kind = 'email') as email
      from shared join reached a using (kind, value) join reached b using (kind, value)
      where a.id < b.id group by a.id, b.id
    ), names as materialized (
      select block, sex from compared where named group by block, sex having count(*) between 2 and ${mostSharing}
    ), births as materialized (
      select block, sex, first from compared where named and first = last group by block, sex, first
        having count(*) between 2 and ${mostSharing}
    ), by_name as (
      select a.id as one, b.id as other, a.name as a, b.name as b
      from names join compared a using (block, sex) join compared b using (block, sex)
      where a.named and b.named and a.id < b.id
      union
      select a.id, b.id, a.name, b.name
      from births join compared a using (block, sex, first) join compared b using (block, sex, first)
      where a.named and b.named and a.id < b.id and a.first = a.last and b.first = b.last
    ), found as (
      select coalesce(w.one, n.one) as one, coalesce(w.other, n.other) as other, coalesce(w.phone, false) as phone,
        coalesce(w.email, false) as email
      from by_way w full join (select * from by_name where similarity(a, b) >= ${alikeFrom}) n
        on n.one = w.one and n.other = w.other
    )
    insert into person_pair as p (one, other, reasons, weight, found_at)
    select f.one, f.other, array_remove(array[case when f.phone then 'phone' end, case when f.email then 'email' end,
        case when not (a.named and b.named) then null when a.name = b.name then 'name_same' when similarity(a.name, b.name) >= ${alikeFrom} then 'name_alike'
          else 'name_other' end,
        'age_and_sex'], null),
      case when a.named and b.named then similarity(a.name, b.name) * 2 else 0 end + f.phone::int + f.email::int + 0.5, ${now}::timestamptz
    from found f join compared a on a.id = f.one join compared b on b.id = f.other
    where a.sex = b.sex and ${fit}
      and not coalesce(a.mother = b.mother and a.birth_order <> b.birth_order, false)
    on conflict (one, other) do update
      set reasons = ${keepingHospital}, weight = greatest(excluded.weight, ${saidByHospital}), found_at = excluded.found_at`.execute(
    tx,
  )
  await sql`
    insert into person_pair as p (one, other, reasons, weight, found_at)
    select distinct a.id, b.id, array_remove(array['account', 'name_same', case when a.sex <> b.sex then 'sex_differs' end,
        case when not ${fit} then 'age_differs' end], null), 0.1, ${now}::timestamptz
    from account_person k join account_person l on l.account_id = k.account_id
      join compared a on a.id = k.person_id join compared b on b.id = l.person_id
    where a.id < b.id and a.named and b.named and a.name = b.name and (a.sex <> b.sex or not ${fit})
    on conflict (one, other) do update
      set reasons = ${keepingHospital}, weight = greatest(excluded.weight, ${saidByHospital}), found_at = excluded.found_at`.execute(
    tx,
  )
  await sql`
    delete from person_pair where not_same_at is null and found_at < ${now}::timestamptz
      and not 'hospital' = any(reasons)`.execute(tx)
  await sql`
    insert into person_comparison (compared_at) values (${now}::timestamptz)
    on conflict (only_one) do update set compared_at = excluded.compared_at`.execute(tx)
}

export const readComparedAt = async (db: Db): Promise<Date | null> =>
  (await db.selectFrom('personComparison').select('comparedAt').executeTakeFirst())?.comparedAt ?? null

export type PairRow = Pick<Selectable<PersonPair>, (typeof columns)[number]>

/** Both are current records still, and the caller sees both. */
const stillOpen = (sites: Sites) => sql<boolean>`w.not_same_at is null
  and exists (select from person p where p.id = w.one and p.replaced_by is null and ${isSeenAt(sites)})
  and exists (select from person p where p.id = w.other and p.replaced_by is null and ${isSeenAt(sites)})`

const columns = ['one', 'other', 'reasons', 'weight'] as const

const openPairs = (db: Db, sites: Sites) =>
  db.selectFrom('personPair as w').select(columns).where(stillOpen(sites))

const heaviestFirst: Order<PairRow> = {
  weight: real('w.weight desc'),
  one: uuid('w.one'),
  other: uuid('w.other'),
}

export const listPairs = (db: Db, sites: Sites, page: PageQuery): Promise<Page<PairRow>> =>
  readPage(page, heaviestFirst, ({ after, by, limit }) =>
    openPairs(db, sites).where(after).orderBy(by).limit(limit).execute(),
  )

export const countPairs = (db: Db, sites: Sites, most: number): Promise<Total> =>
  countUpTo(db, sql`person_pair w where ${stillOpen(sites)}`, most)

/** At most so many pairs of a person are listed. */
const mostOfPerson = 20

/** The pairs of a person, by the current record. */
export const pairsOf = (db: Db, id: string, sites: Sites): Promise<PairRow[]> =>
  openPairs(db, sites)
    .where((where) => where.or([where('w.one', '=', id), where('w.other', '=', id)]))
    .orderBy('weight', 'desc')
    .orderBy('one')
    .orderBy('other')
    .limit(sql.lit(mostOfPerson))
    .execute()

export const noteNotSame = (
  tx: Db,
  pair: { one: string; other: string },
  { now, by }: { now: Date; by: string },
) =>
  sql`
    insert into person_pair (one, other, reasons, weight, found_at, not_same_at, not_same_by)
    values (least(${pair.one}::uuid, ${pair.other}::uuid), greatest(${pair.one}::uuid, ${pair.other}::uuid), '{}', 0, ${now}, ${now}, ${by})
    on conflict (one, other) do update set not_same_at = excluded.not_same_at, not_same_by = excluded.not_same_by`.execute(
    tx,
  )
