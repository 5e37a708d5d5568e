import { sql } from 'kysely'
import type { Gender } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

/** Statements that say who somebody is: an account, or the person of visits that belong to none. */

export type Ref = { account: string } | { alone: string }

/** Its last nine digits, as in the indexes `account_by_phone` and `visit_alone_person`. */
export const digitsOf = (phone: string) =>
  sql`right(ltrim(translate(${sql.ref(phone)}, '+() .-', ''), '0'), 9)`

/** As in the index `visit_alone_person`: a name with the last digits of a number, or without one an address. */
export const personOf = (visit: string) =>
  sql`md5(lower(${sql.ref(`${visit}.full_name`)}) || ' ' || coalesce(
    nullif(${digitsOf(`${visit}.contact`)}, ''), lower(${sql.ref(`${visit}.email`)})))::uuid`

export const personOfVisit = personOf('v')

export const isAlone = sql`v.account_id is null and v.status <> 'held'`

/** Visits that the caller sees, for statements that begin with nothing else of a visit's key. */
export const seenAt = (sites: Sites) => sql`v.site_id in (select id from site) ${atSites('v.site_id', sites)}`

/** Of an account the caller sees those with a visit at one of their sites. */
export const accountAtSites = (sites: Sites) =>
  sites === null
    ? sql`true`
    : sql`exists (select from visit v where v.account_id = a.id and v.status <> 'held' and ${seenAt(sites)})`

export type PersonRow = {
  id: string
  /** The person's key where there is no account. */
  alone: string | null
  fullName: string
  email: string
  phone: string
  status: 'Active' | 'Deactivated'
  since: Date
  age: number | null
  gender: Gender | null
  visits: number
  lastVisitAt: Date | null
}

const ofVisits = (whose: ReturnType<typeof sql>, sites: Sites) => sql`
  left join lateral (select v.full_name, v.contact, v.email, v.age, v.gender, v.starts_at, v.created_at from visit v
    where ${whose} and ${seenAt(sites)} order by v.starts_at desc, v.id desc limit 1) l on true
  cross join lateral (select count(*)::int as visits from visit v where ${whose} and ${seenAt(sites)}) n`

const ofAccount = sql`v.account_id = a.id and v.status <> 'held'`

/** Persons by their ids, in no order. Ids of visits stand for the persons of whom they are. */
export async function readPersons(
  db: Db,
  ids: { accounts: readonly string[]; visits: readonly string[] },
  sites: Sites,
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select a.id, null as alone, a.full_name as "fullName", a.email, a.phone, a.status, a.created_at as since, l.age, l.gender,
      n.visits, l.starts_at as "lastVisitAt"
    from account a ${ofVisits(ofAccount, sites)}
    where a.id = any(${[...ids.accounts]}::uuid[]) and a.role = 'user' and ${accountAtSites(sites)}
    union all
    select p.id, p.person, l.full_name, l.email, l.contact, 'Active', l.created_at, l.age, l.gender, n.visits, l.starts_at
    from (select v.id, ${personOfVisit} as person from site s join visit v on v.site_id = s.id
        and v.id = any(${[...ids.visits]}::uuid[]) where ${isAlone} and ${seenAt(sites)}) p
      ${ofVisits(sql`${isAlone} and ${personOfVisit} = p.person`, sites)}`.execute(db)
  return rows
}

/**
 * Who an id means: the account, or of a visit the account or the person without one. A visit that came to an account
 * since leads there.
 */
export async function findPerson(db: Db, id: string, sites: Sites): Promise<Ref | null> {
  const { rows } = await sql<{ account: string | null; alone: string | null }>`
    select a.id as account, null::uuid as alone from account a
      where a.id = ${id} and a.role = 'user' and ${accountAtSites(sites)}
    union all
    select v.account_id, case when ${isAlone} then ${personOfVisit} end
      from site s join visit v on v.site_id = s.id and v.id = ${id} where v.status <> 'held' and ${seenAt(sites)}`.execute(
    db,
  )
  const [found] = rows
  if (found?.account) return { account: found.account }
  return found?.alone ? { alone: found.alone } : null
}

/** Which visits somebody's are. */
export const visitsOf = (ref: Ref) =>
  'account' in ref
    ? sql`v.account_id = ${ref.account} and v.status <> 'held'`
    : sql`${isAlone} and ${personOfVisit} = ${ref.alone}::uuid`

/** The id by which a person without an account is called: their latest visit's. */
async function latestVisitOf(db: Db, alone: string, sites: Sites): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select v.id from visit v where ${isAlone} and ${personOfVisit} = ${alone}::uuid and ${seenAt(sites)}
    order by v.id desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** One person, without an account as of their latest visit that the caller sees; null where they see nobody. */
export async function readPerson(db: Db, ref: Ref, sites: Sites): Promise<PersonRow | null> {
  const visit = 'alone' in ref ? await latestVisitOf(db, ref.alone, sites) : null
  const ids = { accounts: 'account' in ref ? [ref.account] : [], visits: visit ? [visit] : [] }
  const [person] = await readPersons(db, ids, sites)
  return person ?? null
}
