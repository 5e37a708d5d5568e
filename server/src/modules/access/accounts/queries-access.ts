import { type Expression, sql } from 'kysely'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { escapeLike } from '#server/platform/escape-like.ts'
import type { Sites } from '#server/platform/site-scope.ts'

/** Statements on whose patients members of staff see. */

/**
 * Whether staff of these sites see an account: that of staff, of a patient with a visit at one of the sites, and an open
 * account without any visit, for which somebody must be able to book.
 */
export const accountSeenAt = (sites: readonly string[], id: Expression<unknown>) => sql<boolean>`(
  exists (select from account other where other.id = ${id} and other.role <> 'user')
  or not exists (select from visit seen where seen.account_id = ${id} and seen.status <> 'held')
    and exists (select from account open where open.id = ${id} and open.status = 'Active')
  or exists (select from visit seen where seen.account_id = ${id} and seen.status <> 'held'
    and seen.site_id = any(${[...sites]}::uuid[])))`

/**
 * Whether an account has this text in its name, e-mail or phone number. Text with an @ after its first character is the beginning
 * of an e-mail: all addresses of one provider share most of their letters, which makes the search by parts slow.
 * Each expression is that of an index, `account_by_email` and `account_search`.
 */
export function accountHasText(typed: string, account: 'account' | 'a' = 'account') {
  const column = (name: string) => sql.ref(`${account}.${name}`)
  const text = typed.trim()
  return text.indexOf('@') > 0 && !/\s/.test(text)
    ? sql<boolean>`lower(${column('email')}) like ${`${escapeLike(text.toLowerCase())}%`}`
    : sql<boolean>`(${column('full_name')} || ' ' || ${column('email')} || ' ' || ${column('phone')})
        ilike ${`%${escapeLike(text)}%`}`
}

/** Adds sites to those that an account has already. */
export const insertSites = (tx: Db, accountId: string, sites: readonly string[]) =>
  tx
    .insertInto('accountSite')
    .values(sites.map((siteId) => ({ accountId, siteId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The sites that an account is limited to, in the laboratory's order; null: it sees all. */
export async function namedSitesOf(
  db: Db,
  accountId: string,
): Promise<{ id: string; name: string }[] | null> {
  const sites = await db
    .selectFrom('accountSite')
    .innerJoin('site', 'site.id', 'accountSite.siteId')
    .select(['site.id', 'site.name'])
    .where('accountId', '=', accountId)
    .orderBy('site.createdAt')
    .orderBy('site.id')
    .execute()
  return sites.length > 0 ? sites : null
}

/** Number of these sites that exist. */
export const countKnown = async (db: Db, sites: readonly string[]): Promise<number> =>
  (await db.selectFrom('site').select('id').where('id', 'in', sites).execute()).length

/** Conditions on accounts `manager`: a manager who can sign in, and one of them who sees the patients of all sites. */
const isManager = sql<boolean>`manager.role = 'admin' and manager.status = 'Active'`
const seesAllSites = sql<boolean>`not exists (select from account_site limited where limited.account_id = manager.id)`
const managesAllSites = sql<boolean>`${isManager} and ${seesAllSites}`

/** Whether a manager other than this one sees the patients of all sites. */
export const anotherManagesAllSites = (id: Expression<unknown>) =>
  sql<boolean>`exists (select from account manager where ${managesAllSites} and manager.id <> ${id})`

/** The managers who can sign in and see all of these sites; null: who see every site; `any`: all managers. */
export const activeManagers = (
  db: Db,
  sites: Sites | 'any',
): Promise<{ id: string; fullName: string; email: string }[]> =>
  rowsOf(db)`select manager.id, manager.full_name, manager.email from account manager
    where ${isManager} ${sites === 'any' ? sql`` : sql`and ${seesAll(sites)}`} order by manager.id`

const seesAll = (sites: Sites) =>
  sites === null
    ? seesAllSites
    : sql`(${seesAllSites} or ${[...sites]}::uuid[] <@ array(
        select limited.site_id from account_site limited where limited.account_id = manager.id))`

/**
 * Limits an account to these sites; null: to none. False when a manager is to be limited and no other manages all sites.
 * Managers are to be locked before: two who limit each other at once would both see the other.
 */
export async function setSites(tx: Db, accountId: string, sites: Sites): Promise<boolean> {
  const other = tx.deleteFrom('accountSite').where('accountId', '=', accountId)
  if (sites === null) {
    await other.execute()
    return true
  }
  const mayBeLimited = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where((where) => where.or([where('role', '!=', 'admin'), anotherManagesAllSites(sql.ref('account.id'))]))
    .executeTakeFirst()
  if (!mayBeLimited) return false
  await other.where('siteId', 'not in', sites).execute()
  await insertSites(tx, accountId, sites)
  return true
}
