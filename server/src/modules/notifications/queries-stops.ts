import type { NotificationTopic } from '#contract/notifications.ts'
import { type Db, wroteRow } from '#server/platform/database.ts'

/** Statements on addresses that have unsubscribed from a topic. */

export const readUnsubscribeKey = async (db: Db) =>
  (await db.selectFrom('unsubscribeKey').select('key').executeTakeFirstOrThrow()).key

/** The recipient and the topic of a message. */
export const findMailed = (db: Db, id: string) =>
  db
    .selectFrom('outbox')
    .select((eb) => ['kind', eb.fn<string>('lower', ['recipient']).as('email')])
    .where('id', '=', id)
    .where('channel', '=', 'email')
    .executeTakeFirst()

/** Returns false if nothing has changed. */
export const addEmailStop = (
  db: Db,
  stop: { email: string; topic: NotificationTopic; at: Date },
): Promise<boolean> =>
  wroteRow(
    db
      .insertInto('emailStop')
      .values(stop)
      .onConflict((conflict) => conflict.doNothing()),
  )

export const dropEmailStop = (db: Db, email: string, topic: NotificationTopic): Promise<boolean> =>
  wroteRow(db.deleteFrom('emailStop').where((stop) => stop.and({ email: email.toLowerCase(), topic })))

export async function listEmailStops(db: Db, email: string): Promise<NotificationTopic[]> {
  const rows = await db
    .selectFrom('emailStop')
    .select('topic')
    .where('email', '=', email.toLowerCase())
    .execute()
  return rows.map(({ topic }) => topic as NotificationTopic)
}
