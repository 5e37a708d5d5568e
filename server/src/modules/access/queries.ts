import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Total } from '#contract/fields.ts'
import type { Language, NotificationMethod, Role } from '#contract/options.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { escapeLike } from '#server/platform/escape-like.ts'
import { countUpTo, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type {
  Account as AccountTable,
  IssuerAttempt,
  OneTimeToken,
  Registration,
  Session,
} from '#server/platform/schema.gen.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { statement } from '#server/platform/statement.ts'
import { accountSeenAt } from './queries-access.ts'

/** The only statements on the tables of this module. */

export type Account = Omit<
  Selectable<AccountTable>,
  'role' | 'status' | 'notification_method' | 'language'
> & {
  language: Language
  role: Role
  status: 'Active' | 'Deactivated'
  notificationMethod: NotificationMethod
}

export type TokenPurpose =
  | 'reset_password'
  | 'change_email'
  | 'set_up'
  | 'issuer_sign_in'
  | 'log_in_by_phone'
  | 'change_phone'
  | 'open_person'

const sameAddress = (address: string) => sql<boolean>`lower(email) = lower(${address}) and email <> ''`

// Sessions

export async function addSession(db: Db, session: Insertable<Session>): Promise<void> {
  await db.insertInto('session').values(session).execute()
}

const access = `
    account.permissions, case when account.role <> 'user' then
      (select array_agg(site.id order by site.closed_at is not null, site.created_at, site.id)
        from account_site limited join site on site.id = limited.site_id where limited.account_id = account.id)
    end as sites`

/** Read for every signed-in call that finds no session in memory. */
const liveSession = statement<
  Omit<Actor, 'sessionHash'> & { lastSeenAt: Date; idleSeconds: number; expiresAt: Date }
>(`
  select account.id as "accountId", account.role, account.full_name as "fullName", account.email,
    session.last_seen_at as "lastSeenAt", session.idle_seconds as "idleSeconds", session.expires_at as "expiresAt", ${access}
  from session join account on account.id = session.account_id
  where session.token_hash = :tokenHash
    and session.expires_at > :now::timestamptz
    and session.last_seen_at + make_interval(secs => session.idle_seconds) > :now::timestamptz
    and account.status = 'Active'`)

export async function findSession(db: Db, tokenHash: Buffer, now: Date) {
  const { rows } = await db.executeQuery(liveSession({ tokenHash, now }))
  return rows[0]
}

export type Standing = Pick<Actor, 'sessionHash' | 'permissions' | 'sites'>

/** Those of the sessions that still stand, and what they may do, without being prolonged by the question. */
export async function findStandingSessions(db: Db, tokenHashes: Buffer[], now: Date): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select session.token_hash as "sessionHash", ${sql.raw(access)} from session join account on account.id = session.account_id
    where session.token_hash = any(${tokenHashes}::bytea[])
      and session.expires_at > ${now}::timestamptz
      and session.last_seen_at + make_interval(secs => session.idle_seconds) > ${now}::timestamptz
      and account.status = 'Active'`.execute(db)
  return rows
}

/** Guarded, so that a slow request does not set back what a faster one has written. */
/** Stores the time of a call, unless one of the time `before` or later is stored, for example by another process. */
export async function touchSession(
  db: Db,
  tokenHash: Buffer,
  { now, before }: { now: Date; before: Date },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ lastSeenAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('lastSeenAt', '<=', before)
    .execute()
}

export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('tokenHash', '=', tokenHash).execute()
}

/** Ends every session of an account, but for `except`. */
export async function endSessionsOf(db: Db, accountId: string, except: Buffer | null): Promise<void> {
  const ended = db.deleteFrom('session').where('accountId', '=', accountId)
  await (except ? ended.where('tokenHash', '!=', except) : ended).execute()
}

// Accounts

/** Adds an account; undefined when an active one has the address or the number. */
export async function addAccount(
  db: Db,
  account: Insertable<AccountTable> & { role: Role },
): Promise<Account | undefined> {
  const added = await db
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return added as Account | undefined
}

export async function findAccount(
  db: Db,
  by: { id: string; seenAt?: Sites } | { email: string } | { signInPhone: string },
): Promise<Account | undefined> {
  const active = db.selectFrom('account').selectAll().where('status', '=', sql.lit('Active'))
  const found =
    'id' in by
      ? active.where('id', '=', by.id)
      : 'email' in by
        ? active.where(sameAddress(by.email))
        : active.where('signInPhone', '=', by.signInPhone)
  const seenAt = 'id' in by ? (by.seenAt ?? null) : null
  const seen = seenAt === null ? found : found.where(accountSeenAt(seenAt, sql.ref('account.id')))
  return (await seen.executeTakeFirst()) as Account | undefined
}

/**
 * Changes an active account; undefined when it is none any more, or has another password than `passwordWas` (which
 * the caller has checked) by now. Refuses with a unique violation on `account_email` or `account_sign_in_phone` when the
 * address or the number is taken.
 */
export async function updateAccount(
  db: Db,
  id: string,
  changes: Updateable<AccountTable>,
  passwordWas?: string | null,
): Promise<Account | undefined> {
  const update = db
    .updateTable('account')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', sql.lit('Active'))
  const guarded =
    passwordWas === undefined ? update : update.where('passwordHash', 'is not distinct from', passwordWas)
  return (await guarded.returningAll().executeTakeFirst()) as Account | undefined
}

/**
 * Whether an account still is as it was when its owner was recognised. Until the transaction ends nobody can close it
 * or change its password, so that no session slips past the deed that ends all sessions.
 */
export async function holdUnchanged(db: Db, account: Account): Promise<boolean> {
  const held = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', account.id)
    .where('status', '=', sql.lit('Active'))
    .where('passwordHash', 'is not distinct from', account.passwordHash)
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}

/** A better hash of the same password; not when the password was changed since it was checked. */
export async function replaceHash(db: Db, id: string, before: string, hash: string): Promise<void> {
  await updateAccount(db, id, { passwordHash: hash }, before)
}

/** The managers who can sign in, locked until the transaction ends: two who leave at once are counted in turn. */
export async function lockManagers(db: Db): Promise<string[]> {
  const managers = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', sql.lit('Active'))
    .orderBy('id')
    .forUpdate()
    .execute()
  return managers.map(({ id }) => id)
}

/** Lets one transaction at a time decide whether there is a manager to be made. */
export async function lockFirstManager(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('phial: first manager', 0))`.execute(db)
}

export type AccountFilter = { role: Role | null; search: string | null; sites: Sites }

/** Accounts of a role, with these words, as far as people of these sites see them. */
export function matching(db: Db, { role, search, sites }: AccountFilter) {
  let accounts = db.selectFrom('account')
  if (sites !== null) accounts = accounts.where(accountSeenAt(sites, sql.ref('account.id')))
  if (role !== null) accounts = accounts.where('role', '=', role)
  if (search !== null) {
    // The same expression as that of the index `account_search`.
    const text = sql<string>`(full_name || ' ' || email || ' ' || phone)`
    accounts = accounts.where(text, 'ilike', `%${escapeLike(search)}%`)
  }
  return accounts
}

/** Newest first: ids grow with time. */
export const listAccounts = (db: Db, filter: AccountFilter, page: PageQuery): Promise<Page<Account>> =>
  readPage(page, { id: uuid('id desc') }, async ({ after, by, limit }) => {
    const accounts = matching(db, filter).selectAll().where(after).orderBy(by).limit(limit)
    return (await accounts.execute()) as Account[]
  })

/** Those that a visit can be booked for, newest first. */
export async function listPatientsToBook(
  db: Db,
  filter: Pick<AccountFilter, 'search' | 'sites'>,
  most: number,
): Promise<Pick<Account, 'id' | 'fullName' | 'email' | 'phone'>[]> {
  return matching(db, { ...filter, role: 'user' })
    .where('status', '=', 'Active')
    .select(['id', 'fullName', 'email', 'phone'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export const countAccounts = (db: Db, filter: AccountFilter, most: number): Promise<Total> =>
  countUpTo(db, sql`(${matching(db, filter).select('id')}) matching`, most)

// Registrations

export async function readCodeSalt(db: Db): Promise<Buffer> {
  return (await db.selectFrom('codeSalt').select('salt').executeTakeFirstOrThrow()).salt
}

export async function addRegistration(db: Db, registration: Insertable<Registration>): Promise<void> {
  await db.insertInto('registration').values(registration).execute()
}

/**
 * Uses up the registration that a code stands for: only one of any number of tries gets it. Nobody gets one that
 * another browser asked for, when this browser waits for a code to the same address itself.
 */
export async function takeRegistration(
  db: Db,
  by: { codeHash: Buffer; email: string | null; browserHash: Buffer | null; now: Date },
): Promise<Selectable<Registration> | undefined> {
  const { rows } = await sql<Selectable<Registration>>`
    update registration set used_at = ${by.now}::timestamptz
    where code_hash = ${by.codeHash}
      and used_at is null
      and expires_at > ${by.now}::timestamptz
      and (${by.email}::text is null or lower(email) = lower(${by.email}::text))
      and (browser_hash = ${by.browserHash}::bytea or not exists (
        select from registration own
        where lower(own.email) = lower(registration.email) and own.phone = registration.phone
          and own.browser_hash = ${by.browserHash}::bytea
          and own.used_at is null
          and own.expires_at > ${by.now}::timestamptz))
    returning *`.execute(db)
  return rows[0]
}

/** Gives the latest unused registration of an address or a number another code: this browser's own, when it has one. */
export async function renewRegistration(
  db: Db,
  by: ({ email: string } | { phone: string }) & { browserHash: Buffer | null; askedAfter: Date },
  code: { codeHash: Buffer; expiresAt: Date },
): Promise<Selectable<Registration> | undefined> {
  return db
    .updateTable('registration')
    .set(code)
    .where('id', '=', (own) =>
      own
        .selectFrom('registration')
        .select('id')
        .where('email' in by ? sameAddress(by.email) : sql<boolean>`phone = ${by.phone} and phone <> ''`)
        .where('usedAt', 'is', null)
        .where('createdAt', '>', by.askedAfter)
        .orderBy(sql`(browser_hash = ${by.browserHash}::bytea) is true`, 'desc')
        .orderBy('createdAt', 'desc')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst()
}

// Links and codes that work once

export async function addToken(
  db: Db,
  token: Insertable<OneTimeToken> & { purpose: TokenPurpose },
): Promise<void> {
  await db.insertInto('oneTimeToken').values(token).execute()
}

const usable = (db: Db, purpose: TokenPurpose, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('oneTimeToken')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)

export async function findToken(db: Db, purpose: TokenPurpose, tokenHash: Buffer, now: Date) {
  return usable(db, purpose, tokenHash, now).executeTakeFirst()
}

/** Uses a token up: only one of any number of tries gets it. */
export async function takeToken(
  db: Db,
  purpose: TokenPurpose,
  tokenHash: Buffer,
  now: Date,
): Promise<Selectable<OneTimeToken> | undefined> {
  return db
    .updateTable('oneTimeToken')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Makes what is still unused of these kinds worthless. */
export async function retireTokens(
  db: Db,
  accountId: string | null,
  purposes: TokenPurpose[],
  now: Date,
): Promise<void> {
  await db
    .updateTable('oneTimeToken')
    .set({ usedAt: now })
    .where('accountId', 'is not distinct from', accountId)
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .execute()
}

/** The new address that waits for its confirmation. */
export async function findPendingEmail(db: Db, accountId: string, now: Date): Promise<string | undefined> {
  const waiting = await db
    .selectFrom('oneTimeToken')
    .select(sql<string>`payload->>'email'`.as('email'))
    .where('accountId', '=', accountId)
    .where('purpose', '=', 'change_email')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return waiting?.email
}

// Sign-in through an issuer

export async function addAttempt(db: Db, attempt: Insertable<IssuerAttempt>): Promise<void> {
  await db.insertInto('issuerAttempt').values(attempt).execute()
}

/** Uses an attempt up. */
export async function takeAttempt(db: Db, stateHash: Buffer, now: Date) {
  return db
    .deleteFrom('issuerAttempt')
    .where('stateHash', '=', stateHash)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** The account that a person of the issuer has signed in to before. */
export async function findAccountOfSubject(
  db: Db,
  issuer: string,
  subject: string,
): Promise<Account | undefined> {
  const found = await db
    .selectFrom('issuerSubject')
    .innerJoin('account', 'account.id', 'issuerSubject.accountId')
    .selectAll('account')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('status', '=', sql.lit('Active'))
    .executeTakeFirst()
  return found as Account | undefined
}

/** Ties a person of the issuer to an account; one that was closed since lets them go. */
export async function joinSubject(
  db: Db,
  subject: { issuer: string; subject: string; accountId: string; createdAt: Date },
): Promise<void> {
  const { accountId, createdAt } = subject
  await db
    .insertInto('issuerSubject')
    .values(subject)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ accountId, createdAt }))
    .execute()
}

export async function forgetSubjectsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('issuerSubject').where('accountId', '=', accountId).execute()
}

// Leftovers

export async function deleteLeftovers(db: Db, now: Date, registrationsBefore: Date): Promise<void> {
  await sql`
    delete from session
    where expires_at <= ${now}::timestamptz
      or last_seen_at + make_interval(secs => idle_seconds) <= ${now}::timestamptz`.execute(db)
  await db.deleteFrom('registration').where('expiresAt', '<=', registrationsBefore).execute()
  await db.deleteFrom('oneTimeToken').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('issuerAttempt').where('expiresAt', '<=', now).execute()
}
