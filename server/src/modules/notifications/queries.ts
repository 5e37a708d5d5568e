import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { deliveryReasons } from '#contract/delivery-reasons.ts'
import { type Db, rowsOf, wroteRow } from '#server/platform/database.ts'
import { gather } from '#server/platform/gather.ts'
import { countOf } from '#server/platform/measures.ts'
import type { Outbox } from '#server/platform/schema.gen.ts'
import { decryptJson, decryptText, encryptText } from '#server/platform/vault/fields.ts'

/** The only statements that read the outbox (every module writes to it). */

export type OutboxRow = Selectable<Outbox>
/** A message with its texts and its secret as they were written. Statements return rows as they are stored. */
export const decrypted = (db: Db, row: OutboxRow): OutboxRow => ({
  ...row,
  subject: decryptText(db, 'outbox.subject', row.id, row.subject),
  body: decryptText(db, 'outbox.body', row.id, row.body),
  secret: decryptJson(db, 'outbox.secret', row.id, row.secret),
})

const encrypted = <Texts extends Pick<Said, 'subject' | 'body'>>(db: Db, id: string, said: Texts): Texts => ({
  ...said,
  subject: encryptText(db, 'outbox.subject', id, said.subject),
  body: encryptText(db, 'outbox.body', id, said.body),
})

export type Channel = 'email' | 'sms' | 'push'

/**
 * Claims up to `most` due messages until `until`: after that, another deliverer takes over those of one that died. Two
 * deliverers never claim the same message. Messages with a one-time code or link come first, since the addressee waits for them.
 */
export async function claimDue(
  db: Db,
  channel: Channel,
  now: Date,
  until: Date,
  most: number,
): Promise<OutboxRow[]> {
  const due = sql`state in ('planned', 'sending') and due_at <= ${now}::timestamptz
    and channel = ${channel} and spread_at is not null`
  const rows = await rowsOf(db)<OutboxRow>`
    with urgent as materialized (
      select id from outbox where ${due} and secret is not null
      order by due_at, id limit ${most}::int for update skip locked
    ), others as materialized (
      select id from outbox where ${due} and secret is null
      order by due_at, id limit ${most}::int - (select count(*) from urgent) for update skip locked
    )
    update outbox set state = 'sending', attempts = attempts + 1, due_at = ${until}::timestamptz
    where id in (select id from urgent union all select id from others)
    returning *`
  const isLater = ({ secret }: OutboxRow) => Number(secret === null)
  return rows.sort((one, other) => isLater(one) - isLater(other) || (one.id < other.id ? -1 : 1))
}

/** Adds a message that goes on its own channel only, at once. */
export const addSingle = (
  db: Db,
  message: Omit<Insertable<Outbox>, 'spreadAt' | 'createdAt' | 'dueAt'>,
  now: Date,
) =>
  db
    .insertInto('outbox')
    .values({ ...message, spreadAt: now, createdAt: now, dueAt: now })
    .execute()

/** Stores the outcome of an attempt. Returns false if another deliverer has taken over the message. */
export const settle = (db: Db, { id, attempts }: OutboxRow, outcome: Updateable<Outbox>): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('outbox')
      .set(outcome)
      .where((row) => row.and({ id, attempts, state: 'sending' })),
  )

/** The stored text of a message; for an SMS, which has no subject, with its number of parts. */
export type Said = { subject: string | null; body: string; segments: number | null }

type Sent = Said & { row: OutboxRow; now: Date; providerId?: string | null }

/** Marks messages as sent. Concurrent calls are batched into one statement. */
const noteSent = gather<Sent, boolean>({
  lanes: 2,
  commits: true,
  apart: ({ row }) => row.id,
  async run(db, asks) {
    const sent = asks.map(({ row: { id, attempts }, now, ...said }) => ({
      ...{ id, attempts, now },
      ...encrypted(db, id, said),
    }))
    const rows = await rowsOf(db)<{ id: string }>`
      update outbox o set state = 'sent', sent_at = s.now, secret = null, error = null, subject = s.subject, body = s.body,
        segments = s.segments, provider_id = coalesce(s."providerId", o.provider_id)
      from json_to_recordset(${JSON.stringify(sent)}::json) as s (id uuid, attempts int, now timestamptz, subject text, body text,
        segments smallint, "providerId" text)
      where o.id = s.id and o.attempts = s.attempts and o.state = 'sending'
      returning o.id`
    const done = new Set(rows.map(({ id }) => id))
    return asks.map(({ row }) => done.has(row.id))
  },
})

const tries = countOf(
  'phial_message_tries_total',
  'Messages that were tried to send, by what became of them',
  ['channel', 'outcome'],
)
const count = ({ channel }: OutboxRow, outcome: 'sent' | 'failed' | 'again') =>
  tries.inc({ channel, outcome })

export const settleSent = (
  db: Db,
  row: OutboxRow,
  now: Date,
  said: Said & { providerId?: string | null },
) => {
  count(row, 'sent')
  return noteSent(db, { row, now, ...said })
}
export const settleFailed = (db: Db, row: OutboxRow, error: string) => {
  count(row, 'failed')
  return settle(db, row, { state: 'failed', secret: null, error })
}
export const settleAgain = (db: Db, row: OutboxRow, dueAt: Date, error: string) => {
  count(row, 'again')
  return settle(db, row, { state: 'planned', dueAt, error })
}
export const settleKept = (db: Db, row: OutboxRow, said: Said) =>
  settle(db, row, {
    ...{ state: 'kept', secret: null, error: deliveryReasons.noGateway },
    ...encrypted(db, row.id, said),
  })
export const settleSkipped = (db: Db, row: OutboxRow, error: string) =>
  settle(db, row, { state: 'skipped', secret: null, error })
