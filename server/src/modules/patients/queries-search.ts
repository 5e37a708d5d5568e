import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { escapeLike } from '#server/platform/escape-like.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { accountAtSites, digitsOf, isAlone, personOf, personOfVisit, seenAt } from './queries-persons.ts'

/** Statements that find patients, newest first: ids grow with time. They are planned for the values that are asked for. */

export type Search = {
  /** What was typed; null: everybody. */
  text: string | null
  /** The last digits of a phone number, as far as it was typed. */
  digits: string | null
  reference: string | null
  /** As `searchQuery` writes it; null when no visit can have it. */
  words: string | null
}

export type Walk = { before: string | null; limit: number }

/** Whose number begins so; a whole one few have. */
const mostByNumber = 10_000

function accountsMatching({ text, digits, reference }: Search, sites: Sites) {
  if (text === null) return sql`a.role = 'user' and ${accountAtSites(sites)}`
  const pattern = `%${escapeLike(text)}%`
  // Most of a number is found by its own index; its trigrams are everybody's.
  const asWritten =
    digits !== null && digits.length >= 7
      ? sql`false`
      : sql`(a.full_name || ' ' || a.email || ' ' || a.phone) ilike ${pattern}`
  return sql`a.role = 'user' and ${accountAtSites(sites)} and (
    ${asWritten}
    ${digits === null ? sql`` : sql`or a.id = any(array(select a.id from account a where ${digitsOf('a.phone')} like ${`${digits}%`} and a.phone <> '' limit ${mostByNumber}))`}
    ${reference === null ? sql`` : sql`or a.id = any(array(select v.account_id from site s join visit v on v.site_id = s.id and v.reference = ${reference} and ${seenAt(sites)} where v.account_id is not null))`})`
}

export async function walkAccounts(db: Db, search: Search, sites: Sites, walk: Walk): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from account a
    where ${accountsMatching(search, sites)} ${walk.before ? sql`and a.id < ${walk.before}` : sql``}
    order by a.id desc limit ${walk.limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countAccounts(db: Db, search: Search, sites: Sites, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from account a where ${accountsMatching(search, sites)} limit ${most}) them`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

const newest = (sites: Sites) => sql`not exists (
  select from visit n where n.account_id is null and n.status <> 'held'
    and ${personOf('n')} = ${personOfVisit} and n.id > v.id ${atSites('n.site_id', sites)})`

/** Persons without an account by their latest visit, along the index `visit_alone`. */
export async function walkAlone(db: Db, words: string | null, sites: Sites, walk: Walk): Promise<string[]> {
  // In a way in which the index of words does not serve: so many have these that walking soon meets some.
  const { rows } = await sql<{ id: string }>`
    select v.id from visit v
    where ${isAlone} and ${seenAt(sites)} and ${newest(sites)}
      ${words === null ? sql`` : sql`and (v.words @@ ${words}::tsquery) is true`}
      ${walk.before ? sql`and v.id < ${walk.before}` : sql``}
    order by v.id desc limit ${walk.limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countAlone(db: Db, sites: Sites, most: number): Promise<number> {
  if (most <= 0) return 0
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from visit v where ${isAlone} and ${seenAt(sites)} and ${newest(sites)} limit ${most}) them`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/**
 * Persons without an account who have a visit with these words, each by the latest of those; null when more than `most`
 * visits have them.
 */
export async function gatherAlone(
  db: Db,
  words: string,
  sites: Sites,
  { before, limit, most }: Walk & { most: number },
): Promise<{ ids: string[]; count: number } | null> {
  const { rows } = await sql<{ visits: number; count: number; ids: string[] | null }>`
    with found as materialized (
      select v.id, ${personOfVisit} as person from visit v
      where ${isAlone} and ${seenAt(sites)} and v.words @@ ${words}::tsquery limit ${most + 1}),
    persons as materialized (select distinct on (person) id from found order by person, id desc)
    select (select count(*)::int from found) as visits, (select count(*)::int from persons) as count,
      array(select id from persons ${before ? sql`where id < ${before}` : sql``} order by id desc limit ${limit}) as ids`.execute(
    db,
  )
  const [found] = rows
  if (!found || found.visits > most) return null
  return { ids: found.ids ?? [], count: found.count }
}
