import { CompiledQuery, type Insertable, type Selectable, sql } from 'kysely'
import type { NotificationMethod, Role } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'
import type { Account as AccountTable, Registration, Session } from '#server/platform/schema.gen.ts'

export type AccountStatus = 'Active' | 'Deactivated'
export type Account = Omit<Selectable<AccountTable>, 'role' | 'status' | 'notification_method'> & {
  role: Role
  status: AccountStatus
  notification_method: NotificationMethod
}

const sameAddress = (address: string) => sql<boolean>`lower(email) = lower(${address})`

// Sessions

export async function addSession(db: Db, session: Insertable<Session>): Promise<void> {
  await db.insertInto('session').values(session).execute()
}

const liveSession = `
  select account.id as "accountId", account.role, account.full_name as "fullName", account.email, session.last_seen_at as "lastSeenAt"
  from session join account on account.id = session.account_id
  where session.token_hash = $1
    and session.expires_at > $2::timestamptz
    and session.last_seen_at + make_interval(secs => session.idle_seconds) > $2::timestamptz
    and account.status = 'Active'`

/** Stands before every signed-in call: written out, since building the same text anew each time costs more than it. */
export async function findSession(db: Db, tokenHash: Buffer, now: Date) {
  type Found = { accountId: string; role: Role; fullName: string; email: string; lastSeenAt: Date }
  const { rows } = await db.executeQuery<Found>(CompiledQuery.raw(liveSession, [tokenHash, now]))
  return rows[0]
}

/** Guarded, so that a later request that was faster is not set back. */
export async function touchSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: now })
    .where('token_hash', '=', tokenHash)
    .where('last_seen_at', '<', now)
    .execute()
}

export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

/** Ends every session of an account, but for the one that asks when it is to stay. */
export async function endSessionsOf(db: Db, accountId: string, except?: Buffer): Promise<void> {
  const ended = db.deleteFrom('session').where('account_id', '=', accountId)
  await (except ? ended.where('token_hash', '!=', except) : ended).execute()
}

// Accounts

/** Adds an account; undefined when the address is taken by another that is active. */
export async function addAccount(
  db: Db,
  account: Pick<Account, 'id' | 'role' | 'full_name' | 'email' | 'password_hash' | 'created_at'> & {
    phone?: string
  },
): Promise<Account | undefined> {
  const added = await db
    .insertInto('account')
    .values(account)
    .onConflict((conflict) =>
      conflict.expression(sql`lower(email)`).where('status', '=', 'Active').doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  return added as Account | undefined
}

export async function findActiveAccount(db: Db, address: string): Promise<Account | undefined> {
  const found = await db
    .selectFrom('account')
    .selectAll()
    .where(sameAddress(address))
    .where('status', '=', 'Active')
    .executeTakeFirst()
  return found as Account | undefined
}

/** A better hash of the same password; not when the password was changed since it was checked. */
export async function replaceHash(db: Db, accountId: string, before: string, hash: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ password_hash: hash })
    .where('id', '=', accountId)
    .where('password_hash', '=', before)
    .execute()
}

// Registrations

export async function addRegistration(db: Db, registration: Insertable<Registration>): Promise<void> {
  await db.insertInto('registration').values(registration).execute()
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await sql`
    delete from session
    where expires_at <= ${now}::timestamptz
      or last_seen_at + make_interval(secs => idle_seconds) <= ${now}::timestamptz`.execute(db)
  for (const table of ['registration', 'one_time_token', 'issuer_attempt'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', now).execute()
  }
}
