import { type Selectable, sql } from 'kysely'
import type { NotificationChannel } from '#contract/notifications.ts'
import type { Db } from '#server/platform/database.ts'
import type { NotificationChoice } from '#server/platform/schema.gen.ts'
import type { OutboxRow } from './queries.ts'

/** Statements that create the messages of each channel from a message. */

/** New messages, locked until the transaction ends; another process gets others. */
export const lockFresh = (db: Db, most: number): Promise<OutboxRow[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('spreadAt', 'is', null)
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()

export type SpreadRow = { id: string; noEmail: string | null }

/** Releases messages for e-mail, or stores why they are not sent. */
export async function noteSpread(db: Db, rows: readonly SpreadRow[], now: Date): Promise<void> {
  await sql`
    update outbox o set spread_at = ${now}::timestamptz,
      state = case when r."noEmail" is not null and o.state = 'planned' and o.secret is null then 'skipped' else o.state end,
      error = case when r."noEmail" is not null and o.state = 'planned' and o.secret is null then r."noEmail" else o.error end
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, "noEmail" text)
    where o.id = r.id`.execute(db)
}

export type SmsRow = { id: string; repeats: string; phone: string }

/** Adds the SMS of messages, at most one for each. */
export async function addSms(db: Db, rows: readonly SmsRow[], now: Date): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into outbox (id, kind, channel, recipient, payload, repeats, spread_at, created_at, due_at)
    select r.id, o.kind, 'sms', r.phone, o.payload, o.id, ${now}::timestamptz, o.created_at, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, repeats uuid, phone text)
      join outbox o on o.id = r.repeats
    on conflict do nothing`.execute(db)
}

export type NoticeRow = { id: string; accountId: string }

export async function addNotices(db: Db, rows: readonly NoticeRow[]): Promise<void> {
  if (rows.length === 0) return
  const fresh = JSON.stringify(rows)
  // A person has one notice for each critical value: the second replaces the first.
  await sql`
    delete from notice n using json_to_recordset(${fresh}::json) as r (id uuid, "accountId" uuid)
      join outbox o on o.id = r.id and o.kind = 'callback_overdue'
    where n.account_id = r."accountId" and n.kind = o.kind and n.id < o.id
      and n.payload ->> 'callbackId' = o.payload ->> 'callbackId'`.execute(db)
  await sql`
    insert into notice (account_id, id, kind, payload, created_at)
    select r."accountId", o.id, o.kind, o.payload, o.created_at
    from json_to_recordset(${fresh}::json) as r (id uuid, "accountId" uuid)
      join outbox o on o.id = r.id
    on conflict do nothing`.execute(db)
}

export type Choice = Selectable<NotificationChoice>

export const readChoices = async (db: Db, accountIds: readonly string[]): Promise<Choice[]> =>
  accountIds.length === 0
    ? []
    : db
        .selectFrom('notificationChoice')
        .selectAll()
        .where('accountId', '=', sql<string>`any(${accountIds}::uuid[])`)
        .execute()

export async function saveChoice(
  db: Db,
  { accountId, topic }: Pick<Choice, 'accountId' | 'topic'>,
  channel: NotificationChannel | null,
): Promise<void> {
  if (channel === null) {
    await db
      .deleteFrom('notificationChoice')
      .where('accountId', '=', accountId)
      .where('topic', '=', topic)
      .execute()
    return
  }
  await db
    .insertInto('notificationChoice')
    .values({ accountId, topic, channel })
    .onConflict((conflict) => conflict.columns(['accountId', 'topic']).doUpdateSet({ channel }))
    .execute()
}

/** Those of the numbers that have opted out of SMS. */
export async function listStopped(db: Db, phones: readonly string[]): Promise<Set<string>> {
  if (phones.length === 0) return new Set()
  const rows = await db
    .selectFrom('smsStop')
    .select('phone')
    .where('phone', '=', sql<string>`any(${phones}::text[])`)
    .execute()
  return new Set(rows.map(({ phone }) => phone))
}
