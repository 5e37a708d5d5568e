import { sql } from 'kysely'
import type { NotificationTopic } from '#contract/notifications.ts'
import { type Db, wroteRow } from '#server/platform/database.ts'
import { gather } from '#server/platform/gather.ts'

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

/** The topics that an address has unsubscribed from. */
export const listEmailStops = gather({
  lanes: 2,
  async run(db, emails: readonly string[]): Promise<NotificationTopic[][]> {
    const addresses = emails.map((email) => email.toLowerCase())
    const rows = await db
      .selectFrom('emailStop')
      .select(['email', 'topic'])
      .where('email', '=', sql<string>`any(${addresses}::text[])`)
      .execute()
    return addresses.map((address) =>
      rows.filter(({ email }) => email === address).map(({ topic }) => topic as NotificationTopic),
    )
  },
})
