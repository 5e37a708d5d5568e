import { type Expression, sql } from 'kysely'
import type { Permission } from '#contract/permissions.ts'
import type { Db } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'

/** Statements on what members of staff may do, and whose patients they see. */

/**
 * Whether people of these sites see an account: staff, a patient with a visit at one of the sites, and an
 * open account without any visit, for which somebody must be able to book.
 */
export const accountSeenAt = (sites: readonly string[], id: Expression<unknown>) => sql<boolean>`(
  exists (select from account other where other.id = ${id} and other.role <> 'user')
  or not exists (select from visit seen where seen.account_id = ${id} and seen.status <> 'held')
    and exists (select from account open where open.id = ${id} and open.status = 'Active')
  or exists (select from visit seen where seen.account_id = ${id} and seen.status <> 'held'
    and seen.site_id = any(${[...sites]}::uuid[])))`

export async function setPermissions(
  tx: Db,
  accountId: string,
  permissions: readonly Permission[],
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ permissions: [...permissions] })
    .where('id', '=', accountId)
    .execute()
}

/** Adds sites to those that a person has already. */
export async function insertSites(tx: Db, accountId: string, sites: readonly string[]): Promise<void> {
  await sql`
    insert into account_site (account_id, site_id)
    select ${accountId}::uuid, unnest(${[...sites]}::uuid[]) on conflict do nothing`.execute(tx)
}

/** The sites that somebody is limited to, in the laboratory's order; null: none, they see all. */
export async function namedSitesOf(
  db: Db,
  accountId: string,
): Promise<{ id: string; name: string }[] | null> {
  const { rows } = await sql<{ id: string; name: string }>`
    select site.id, site.name from account_site limited join site on site.id = limited.site_id
    where limited.account_id = ${accountId} order by site.created_at, site.id`.execute(db)
  return rows.length > 0 ? rows : null
}

/** Number of these sites that exist. */
export async function countKnown(db: Db, sites: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from site where id = any(${[...sites]}::uuid[])`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Makes these, and no others, the sites of somebody; null: all. False when a manager is to be limited after whom nobody
 * would manage all sites. Managers are to be locked before: two who limit each other at once would both see the other.
 */
export async function setSites(tx: Db, accountId: string, sites: Sites): Promise<boolean> {
  if (sites !== null) {
    const { rows } = await sql`
      select 1 from account who where who.id = ${accountId} and (who.role <> 'admin' or exists (
        select from account other where other.role = 'admin' and other.status = 'Active' and other.id <> who.id
          and not exists (select from account_site o where o.account_id = other.id)))`.execute(tx)
    if (rows.length === 0) return false
  }
  await sql`delete from account_site where account_id = ${accountId}
    and (${sites === null} or site_id <> all(${[...(sites ?? [])]}::uuid[]))`.execute(tx)
  if (sites !== null) await insertSites(tx, accountId, sites)
  return true
}

/** The managers who can sign in and see the patients of all sites. */
export async function managersOfAllSites(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where role = 'admin' and status = 'Active'
      and not exists (select from account_site o where o.account_id = account.id)`.execute(db)
  return rows.map((row) => row.id)
}
