import { type Insertable, sql } from 'kysely'
import type { Actor } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { gather } from '#server/platform/gather.ts'
import type { Session } from '#server/platform/schema.gen.ts'
import { active } from '../accounts/queries.ts'
import { needsFactor } from '../factors/queries-second-factor.ts'

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
