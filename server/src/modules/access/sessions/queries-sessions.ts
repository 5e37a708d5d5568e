import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Statements on the sessions of one account, for its owner. */

export const listSessionsOf = (db: Db, accountId: string, now: Date) =>
  db
    .selectFrom('session')
    .select(['id', 'agent', 'createdAt', 'lastSeenAt', 'tokenHash'])
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now)
    .where(sql<Date>`last_seen_at + make_interval(secs => idle_seconds)`, '>', now)
    .orderBy('lastSeenAt', 'desc')
    .execute()

/** Deletes a session and its known browser. Returns the hash of the token; undefined if the account does not have the session. */
export async function deleteSession(tx: Db, accountId: string, id: string): Promise<Buffer | undefined> {
  const ended = await tx
    .deleteFrom('session')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returning(['tokenHash', 'deviceHash'])
    .executeTakeFirst()
  if (ended?.deviceHash) {
    await tx
      .deleteFrom('signInDevice')
      .where('accountId', '=', accountId)
      .where('deviceHash', '=', ended.deviceHash)
      .execute()
  }
  return ended?.tokenHash
}

/** Notes that the person of a session was confirmed by a passkey. */
export const noteConfirmation = (db: Db, tokenHash: Buffer, now: Date) =>
  db.updateTable('session').set({ confirmedAt: now }).where('tokenHash', '=', tokenHash).execute()

/** When a session was opened, and when its person was last confirmed by a passkey. */
export const readConfirmation = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('session')
    .select(['createdAt', 'confirmedAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
