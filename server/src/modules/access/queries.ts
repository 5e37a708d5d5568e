import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Total } from '#contract/fields.ts'
import type { Role } from '#contract/options.ts'
import { after, hours } from '#server/platform/clock.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { type Db, rowOf } from '#server/platform/database.ts'
import { gather } from '#server/platform/gather.ts'
import { countUpTo, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type {
  Account as AccountTable,
  IssuerAttempt,
  OneTimeToken,
  Registration as RegistrationTable,
  Session,
} from '#server/platform/schema.gen.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { deviceLife } from './devices.ts'
import { accountHasText, accountSeenAt } from './queries-access.ts'
import { endLapsedChanges } from './queries-address-changes.ts'
import { forgetDevicesBefore } from './queries-devices.ts'
import { needsFactor } from './queries-second-factor.ts'

/** Statements on accounts, sessions, codes and links. */

export type Account = Selectable<AccountTable>
export type Registration = Selectable<RegistrationTable>

/** How long another code can be requested before a new registration is needed. Milliseconds. */
export const registrationsWait = hours(24)

/** What a statement needs that compares with the time. */
type Timed = Pick<Context, 'db' | 'clock'>

/** In the text of the statement, since the indexes on open accounts are partial. */
const active = sql.lit('Active' as const)

const sameAddress = (address: string) => sql<boolean>`lower(email) = lower(${address}) and email <> ''`

// Sessions

export const addSession = (db: Db, session: Insertable<Session>) =>
  db.insertInto('session').values(session).execute()

/** Sessions that are neither expired nor idle for too long, with their accounts, permissions and sites. */
const liveSessions = (db: Db, now: Date) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .where('session.expiresAt', '>', now)
    .where(sql<Date>`session.last_seen_at + make_interval(secs => session.idle_seconds)`, '>', now)
    .where('account.status', '=', active)
    .select([
      'session.tokenHash as sessionHash',
      'session.lastSeenAt',
      'session.idleSeconds',
      'session.expiresAt',
      'account.id as accountId',
      'account.role',
      'account.fullName',
      'account.email',
      'account.permissions',
      needsFactor.as('needsSecondFactor'),
      'account.facilityId',
      // A clinician has no sites, so that statements limited by sites return no rows.
      sql<string[] | null>`case account.role when 'clinician' then '{}'::uuid[] when 'user' then null else
        (select array_agg(site.id order by site.closed_at is not null, site.created_at, site.id)
          from account_site limited join site on site.id = limited.site_id where limited.account_id = account.id)
        end`.as('sites'),
    ])

const findSessions = (db: Db, tokenHashes: readonly Buffer[], now: Date) =>
  liveSessions(db, now)
    .where(sql<boolean>`session.token_hash = any(${[...tokenHashes]}::bytea[])`)
    .execute()

/** A session that is live at the time of the call. Concurrent calls are batched into one statement. */
export const findSession = gather({
  lanes: 1,
  async run(db, asks: readonly { tokenHash: Buffer; now: Date }[]) {
    const now = new Date(Math.max(...asks.map((ask) => ask.now.getTime())))
    const found = await findSessions(
      db,
      asks.map(({ tokenHash }) => tokenHash),
      now,
    )
    const byHash = new Map(found.map((session) => [session.sessionHash.toString('latin1'), session]))
    return asks.map(({ tokenHash }) => byHash.get(tokenHash.toString('latin1')))
  },
})

export type Standing = Pick<Actor, 'sessionHash' | 'permissions' | 'sites' | 'needsSecondFactor'>

/** Those of the sessions that are still live. Reading them does not prolong them. */
export const findStandingSessions = (db: Db, tokenHashes: Buffer[], now: Date): Promise<Standing[]> =>
  findSessions(db, tokenHashes, now)

/** Stores the time of a call, unless another process has stored a time after `before`. */
export const touchSession = (db: Db, tokenHash: Buffer, { now, before }: { now: Date; before: Date }) =>
  db
    .updateTable('session')
    .set({ lastSeenAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('lastSeenAt', '<=', before)
    .execute()

/** Moves the times of all sessions ahead by the milliseconds that the clock of a demonstration skips. */
export const moveSessions = (db: Db, milliseconds: number) =>
  db
    .updateTable('session')
    .set({
      lastSeenAt: sql`last_seen_at + make_interval(secs => ${milliseconds / 1000})`,
      expiresAt: sql`expires_at + make_interval(secs => ${milliseconds / 1000})`,
    })
    .execute()

export const endSession = (db: Db, tokenHash: Buffer) =>
  db.deleteFrom('session').where('tokenHash', '=', tokenHash).execute()

/** Ends every session of an account, but for `except`. */
export async function endSessionsOf(db: Db, accountId: string, except: Buffer | null): Promise<void> {
  const ended = db.deleteFrom('session').where('accountId', '=', accountId)
  await (except ? ended.where('tokenHash', '!=', except) : ended).execute()
}

// Accounts

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

// Registrations

export const readCodeSalt = async (db: Db): Promise<Buffer> =>
  (await db.selectFrom('codeSalt').select('salt').executeTakeFirstOrThrow()).salt

export const addRegistration = (db: Db, registration: Insertable<RegistrationTable>) =>
  db.insertInto('registration').values(registration).execute()

/**
 * Uses the registration of a code up: only one of any number of tries gets it. A registration of another browser is left
 * alone while this browser waits for a code to the same address itself.
 */
export function takeRegistration(
  { db, clock }: Timed,
  by: { codeHash: Buffer; email: string | null; browserHash: Buffer | null },
): Promise<Registration | null> {
  const now = clock.now()
  return rowOf(db)`
    update registration set used_at = ${now}::timestamptz
    where code_hash = ${by.codeHash}
      and used_at is null
      and expires_at > ${now}::timestamptz
      and (${by.email}::text is null or lower(email) = lower(${by.email}::text))
      and (browser_hash = ${by.browserHash}::bytea or not exists (
        select from registration own
        where lower(own.email) = lower(registration.email) and own.phone = registration.phone
          and own.browser_hash = ${by.browserHash}::bytea
          and own.used_at is null
          and own.expires_at > ${now}::timestamptz))
    returning *`
}

/** Gives the latest unused registration of an address or a number another code: preferably one of this browser. */
export const renewRegistration = (
  db: Db,
  by: ({ email: string } | { phone: string }) & { browserHash: Buffer | null; askedAfter: Date },
  code: { codeHash: Buffer; expiresAt: Date },
): Promise<Registration | undefined> =>
  db
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

// Links and codes that work once

export type TokenPurpose =
  | 'reset_password'
  | 'change_email'
  | 'set_up'
  | 'issuer_sign_in'
  | 'log_in_by_phone'
  | 'log_in_by_mail'
  | 'change_phone'
  | 'open_person'
  | 'passkey_log_in'
  | 'passkey_add'
  | 'passkey_confirm'

export type NewToken = {
  purpose: TokenPurpose
  accountId: string | null
  /** Milliseconds. */
  life: number
  payload?: Readonly<Record<string, string>>
}

/** Keeps the hash of a link or a code and returns when it expires. */
export async function addToken(
  { db, clock }: Timed,
  tokenHash: Buffer,
  { life, payload = {}, ...token }: NewToken,
): Promise<Date> {
  const createdAt = clock.now()
  const expiresAt = after(createdAt, life)
  const row = { ...token, tokenHash, payload: JSON.stringify(payload), createdAt, expiresAt }
  await db.insertInto('oneTimeToken').values(row).execute()
  return expiresAt
}

const usable = (purpose: TokenPurpose, now: Date) =>
  sql<boolean>`purpose = ${purpose} and used_at is null and expires_at > ${now}`

export const findToken = ({ db, clock }: Timed, purpose: TokenPurpose, tokenHash: Buffer) =>
  db
    .selectFrom('oneTimeToken')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where(usable(purpose, clock.now()))
    .executeTakeFirst()

/** Uses a token up: only one of any number of tries gets it. */
export const takeToken = (
  { db, clock }: Timed,
  purpose: TokenPurpose,
  tokenHash: Buffer,
): Promise<Selectable<OneTimeToken> | undefined> =>
  db
    .updateTable('oneTimeToken')
    .set({ usedAt: clock.now() })
    .where('tokenHash', '=', tokenHash)
    .where(usable(purpose, clock.now()))
    .returningAll()
    .executeTakeFirst()

/** Makes the unused tokens of these purposes worthless. */
export const retireTokens = ({ db, clock }: Timed, accountId: string | null, purposes: TokenPurpose[]) =>
  db
    .updateTable('oneTimeToken')
    .set({ usedAt: clock.now() })
    .where('accountId', 'is not distinct from', accountId)
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .execute()

/** The new address that waits for its confirmation. */
export async function findPendingEmail({ db, clock }: Timed, accountId: string): Promise<string | undefined> {
  const waiting = await db
    .selectFrom('oneTimeToken')
    .select(sql<string>`payload->>'email'`.as('email'))
    .where('accountId', '=', accountId)
    .where(usable('change_email', clock.now()))
    .executeTakeFirst()
  return waiting?.email
}

// Sign-in through an issuer

export const addAttempt = (db: Db, attempt: Insertable<IssuerAttempt>) =>
  db.insertInto('issuerAttempt').values(attempt).execute()

/** Uses an attempt up. */
export const takeAttempt = ({ db, clock }: Timed, stateHash: Buffer) =>
  db
    .deleteFrom('issuerAttempt')
    .where('stateHash', '=', stateHash)
    .where('expiresAt', '>', clock.now())
    .returningAll()
    .executeTakeFirst()

/** The account with which a subject of the issuer has signed in before. */
export const findAccountOfSubject = (db: Db, issuer: string, subject: string): Promise<Account | undefined> =>
  db
    .selectFrom('issuerSubject')
    .innerJoin('account', 'account.id', 'issuerSubject.accountId')
    .selectAll('account')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('status', '=', active)
    .executeTakeFirst()

/** Ties a subject of the issuer to an account, also one that was tied to an account that is closed by now. */
export const joinSubject = (
  db: Db,
  subject: { issuer: string; subject: string; accountId: string; createdAt: Date },
) =>
  db
    .insertInto('issuerSubject')
    .values(subject)
    .onConflict((conflict) =>
      conflict
        .columns(['issuer', 'subject'])
        .doUpdateSet({ accountId: subject.accountId, createdAt: subject.createdAt }),
    )
    .execute()

export const forgetSubjectsOf = (db: Db, accountId: string) =>
  db.deleteFrom('issuerSubject').where('accountId', '=', accountId).execute()

// Leftovers

/** Removes what can no longer be used: ended sessions, codes, links and attempts; ends changes of addresses that have lapsed. */
export async function forgetAccessLeftovers({ db, clock }: Timed): Promise<void> {
  const now = clock.now()
  await db
    .deleteFrom('session')
    .where(
      sql<boolean>`(expires_at <= ${now} or last_seen_at + make_interval(secs => idle_seconds) <= ${now})`,
    )
    .execute()
  await db.deleteFrom('registration').where('expiresAt', '<=', after(now, -registrationsWait)).execute()
  await db.deleteFrom('oneTimeToken').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('issuerAttempt').where('expiresAt', '<=', now).execute()
  await forgetDevicesBefore(db, after(now, -deviceLife))
  await endLapsedChanges(db, now)
}
