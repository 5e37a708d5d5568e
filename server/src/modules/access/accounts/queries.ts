import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Total } from '#contract/fields.ts'
import type { Role } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'
import { countUpTo, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { Account as AccountTable } from '#server/platform/schema.gen.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { accountHasText, accountSeenAt } from './queries-access.ts'

export type Account = Selectable<AccountTable>

/** In the text of the statement, since the indexes on open accounts are partial. */
export const active = sql.lit('Active' as const)

export const sameAddress = (address: string) => sql<boolean>`lower(email) = lower(${address}) and email <> ''`

/** Adds an account; undefined when an active one has the address or the number. */
export const addAccount = (db: Db, account: Insertable<AccountTable>) =>
  db
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** An active account; with `seenAt`, only if staff of these sites see it. */
export function findAccount(
  db: Db,
  by: { id: string; seenAt?: Sites } | { email: string } | { signInPhone: string },
): Promise<Account | undefined> {
  const accounts = db.selectFrom('account').selectAll().where('status', '=', active)
  if ('email' in by) return accounts.where(sameAddress(by.email)).executeTakeFirst()
  if ('signInPhone' in by) return accounts.where('signInPhone', '=', by.signInPhone).executeTakeFirst()
  const found = accounts.where('id', '=', by.id)
  return (by.seenAt ? found.where(accountSeenAt(by.seenAt, sql.ref('account.id'))) : found).executeTakeFirst()
}

/**
 * The active account of a patient, for staff who book for the patient; null for other accounts, and for a patient whom
 * staff of the sites `seenAt` may not see.
 */
export async function readPatient(
  db: Db,
  id: string,
  seenAt: Sites = null,
): Promise<{ id: string; fullName: string; email: string } | null> {
  const account = await findAccount(db, { id, seenAt })
  return account?.role === 'user' ? { id, fullName: account.fullName, email: account.email } : null
}

/**
 * Changes an active account; undefined when it is closed or when its password is not `passwordWas` (which the caller has
 * checked) any more. Fails with a unique violation of `account_email` or `account_sign_in_phone` when another account has
 * the address or the number.
 */
export function updateAccount(
  db: Db,
  id: string,
  changes: Updateable<AccountTable>,
  passwordWas?: string | null,
): Promise<Account | undefined> {
  const update = db
    .updateTable('account')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', active)
    .returningAll()
  return (
    passwordWas === undefined ? update : update.where('passwordHash', 'is not distinct from', passwordWas)
  ).executeTakeFirst()
}

/**
 * Whether an account is still active and has the same password. Until the transaction ends nobody can close it or change its
 * password, so that a concurrent change of password or closing also ends the session that is opened now.
 */
export async function holdUnchanged(db: Db, account: Account): Promise<boolean> {
  const held = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', account.id)
    .where('status', '=', active)
    .where('passwordHash', 'is not distinct from', account.passwordHash)
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}

/** Locks an active account until the transaction ends, so that changes of its second factors follow one another. */
export const lockAccount = (db: Db, id: string) =>
  db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', active)
    .forUpdate()
    .executeTakeFirst()

/** The managers who can sign in, locked until the transaction ends: two who leave at once are counted in turn. */
export async function lockManagers(db: Db): Promise<string[]> {
  const managers = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', active)
    .orderBy('id')
    .forUpdate()
    .execute()
  return managers.map(({ id }) => id)
}

/** Lets one transaction at a time decide whether there is a manager to be made. */
export const lockFirstManager = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('phial: first manager', 0))`.execute(db)

export type AccountFilter = { role: Role | null; search: string | null; sites: Sites }

/** Accounts of a role, with these words, as far as staff of these sites see them. */
export function matching(db: Db, { role, search, sites }: AccountFilter) {
  let accounts = db.selectFrom('account')
  if (sites !== null) accounts = accounts.where(accountSeenAt(sites, sql.ref('account.id')))
  if (role !== null) accounts = accounts.where('role', '=', role)
  if (search !== null) accounts = accounts.where(accountHasText(search))
  return accounts
}

/** Newest first: ids grow with time. */
export const listAccounts = (db: Db, filter: AccountFilter, page: PageQuery) =>
  readPage<Account>(page, { id: uuid('id desc') }, ({ after: later, by, limit }) =>
    matching(db, filter).selectAll().where(later).orderBy(by).limit(limit).execute(),
  )

/** Patients for whom a visit can be booked, newest first. */
export const listPatientsToBook = (db: Db, filter: Omit<AccountFilter, 'role'>, most: number) =>
  matching(db, { ...filter, role: 'user' })
    .where('status', '=', 'Active')
    .select(['id', 'fullName', 'email', 'phone'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

export const countAccounts = (db: Db, filter: AccountFilter, most: number): Promise<Total> =>
  countUpTo(db, sql`(${matching(db, filter).select('id')}) matching`, most)
