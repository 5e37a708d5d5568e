import { type Insertable, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { SmsReply } from '#server/platform/schema.gen.ts'

/** Statements on what the gateway tells: what arrived, and what people answered. */

/** Also one whose answer was never heard: the report proves that it went out, and it is not tried again. */
export async function noteDelivered(db: Db, id: string, now: Date): Promise<void> {
  await sql`
    update outbox set state = 'delivered', delivered_at = ${now}::timestamptz,
      sent_at = coalesce(sent_at, ${now}::timestamptz), error = null
    where id = ${id} and channel = 'sms' and state in ('planned', 'sending', 'sent', 'failed')`.execute(db)
}

export async function noteUndelivered(db: Db, id: string, reason: string): Promise<void> {
  await sql`
    update outbox set state = 'failed', error = ${reason}
    where id = ${id} and channel = 'sms' and state in ('planned', 'sending', 'sent')`.execute(db)
}

/** False when this answer is known already. */
export async function addReply(db: Db, reply: Insertable<SmsReply>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sms_reply')
    .values(reply)
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === 1
}

export async function settleReply(
  db: Db,
  id: string,
  settled: { outcome: string; visit_id: string | null },
): Promise<void> {
  await db.updateTable('sms_reply').set(settled).where('id', '=', id).execute()
}

/** The visit that the last question to this number was about. */
export async function lastAsked(db: Db, phone: string): Promise<string | null> {
  const { rows } = await sql<{ visitId: string }>`
    select payload ->> 'visitId' as "visitId" from outbox
    where channel = 'sms' and recipient = ${phone} and kind in ('visit_reminder', 'visit_again')
      and state in ('sent', 'delivered')
    order by id desc limit 1`.execute(db)
  return rows[0]?.visitId ?? null
}

export async function stopSms(db: Db, phone: string, now: Date): Promise<void> {
  await db
    .insertInto('sms_stop')
    .values({ phone, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function startSms(db: Db, phone: string): Promise<void> {
  await db.deleteFrom('sms_stop').where('phone', '=', phone).execute()
}

/** An SMS that repeats no e-mail: the answer to an answer. */
export async function addAnswer(
  db: Db,
  answer: { id: string; phone: string; text: string; now: Date },
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      id: answer.id,
      kind: 'sms_answer',
      channel: 'sms',
      recipient: answer.phone,
      payload: JSON.stringify({ text: answer.text }),
      spread_at: answer.now,
      created_at: answer.now,
      due_at: answer.now,
    })
    .execute()
}
