import { sql } from 'kysely'
import type { Total } from '#contract/fields.ts'
import type { Patient } from '#contract/patients.ts'
import { accountHasText } from '#server/modules/access/index.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { countUpTo, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { isSeenAt } from '../records/queries.ts'
import { mostMatches } from './queries-people.ts'

/**
 * Statements on the list of patients: the current record of each person, and accounts whose holder has no record, since nothing
 * was booked for them. Ids grow with time.
 */

export type PatientRow = Omit<Patient, 'number' | 'since'> & {
  /** Null of an account without a person. */
  number: number | null
  since: Date
}

/** Of accounts `a`: those whose holder has no record, which only staff of all sites see. */
const withoutPerson = (sites: Sites) =>
  sites === null
    ? sql`a.role = 'user' and a.forgotten_at is null and not exists (select from account_person k where k.account_id = a.id and k.kind = 'self')`
    : sql`false`

const firstId = '00000000-0000-0000-0000-000000000000'

/** Newest first. Accounts older than the last person of the page are not read, unless the persons fill less than a page. */
export const walkPatients = (db: Db, sites: Sites, page: PageQuery): Promise<Page<{ id: string }>> =>
  readPage(page, { id: uuid('id desc') }, ({ after, by, limit }) =>
    sql<{ id: string }>`
    with persons as materialized (
      select id from person p where p.replaced_by is null and p.forgotten_at is null and ${isSeenAt(sites)} and ${after}
      order by ${by} limit ${limit}
    ), accounts as (
      select id from account a where ${withoutPerson(sites)} and ${after}
        and id > coalesce((select id from persons order by id desc offset ${limit} - 1), ${firstId}::uuid)
      order by ${by} limit ${limit}
    )
    select id from persons union all select id from accounts order by ${by} limit ${limit}`.execute(db),
  )

export async function countPatients(db: Db, sites: Sites, most: number): Promise<Total> {
  const persons = await countUpTo(
    db,
    sql`person p where p.replaced_by is null and p.forgotten_at is null and ${isSeenAt(sites)}`,
    most,
  )
  if (!persons.exact) return persons
  const accounts = await countUpTo(db, sql`account a where ${withoutPerson(sites)}`, most - persons.count)
  return { count: persons.count + accounts.count, exact: accounts.exact }
}

/** Accounts with this text in name, e-mail or phone number, or with a number that begins with these digits, the newest first, and the persons that they are. */
export async function findAccounts(
  db: Db,
  { text, digits }: { text: string; digits: string | null },
  sites: Sites,
  most: number,
): Promise<{ persons: string[]; withoutPerson: string[] }> {
  // Each condition has its own query, so that each uses its index. Numbers are collected before they are sorted: PostgreSQL
  // estimates that every 200th account has a number, and would otherwise scan all accounts in order.
  const named = sql`select a.id from account a where a.role = 'user' and a.forgotten_at is null
    and ${accountHasText(text, 'a')} order by a.id desc limit ${most}`
  const dialled = sql`select a.id from account a where a.role = 'user' and a.phone <> ''
    and right(ltrim(translate(a.phone, '+() .-', ''), '0'), 9) like ${`${digits}%`} limit ${sql.lit(mostMatches)}`
  const rows = await rowsOf(db)<{ id: string; person: string | null }>`
    select a.id, (select current_person(k.person_id) from account_person k
        where k.account_id = a.id and k.kind = 'self') as person
    from ((${named}) ${digits ? sql`union (${dialled})` : sql``}) a
    order by a.id desc limit ${most}`
  return {
    persons: [...new Set(rows.flatMap(({ person }) => person ?? []))],
    withoutPerson: sites === null ? rows.flatMap(({ id, person }) => (person === null ? [id] : [])) : [],
  }
}

/** The rows of these ids, in no order. */
export const readPatients = (db: Db, ids: readonly string[], sites: Sites): Promise<PatientRow[]> =>
  rowsOf(db)`
    select p.id, p.number, p.full_name, p.sex,
      jsonb_build_object('date', p.birth_date, 'precision', p.birth_precision) as birth,
      coalesce(nullif(p.email, ''), nullif(l.email, ''), a.email, '') as email,
      coalesce(h.phone, nullif(l.contact, ''), a.phone, '') as phone, p.created_at as since, a.status
    from person p
      left join lateral (select a.email, a.phone, a.status from records_of_person(p.id) r
        join account_person k on k.person_id = r and k.kind = 'self' join account a on a.id = k.account_id
        order by a.status = 'Active' desc, k.since limit 1) a on true
      left join lateral (select v.email, v.contact from records_of_person(p.id) r join visit v on v.person_id = r
        where v.status <> 'held' ${atSites('v.site_id', sites)} order by v.starts_at desc, v.id desc limit 1) l on true
      left join lateral (select h.phone from records_of_person(p.id) r join person_phone h on h.person_id = r
        order by h.person_id = p.id desc, h.position limit 1) h on true
    where p.id = any(${[...ids]}::uuid[]) and p.replaced_by is null and ${isSeenAt(sites)}
    union all
    select a.id, null, a.full_name, null, null, a.email, a.phone, a.created_at, a.status
    from account a where a.id = any(${[...ids]}::uuid[]) and ${withoutPerson(sites)}`
