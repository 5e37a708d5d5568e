import { type Insertable, sql } from 'kysely'
import type { RowOf } from '#contract/endpoint.ts'
import type { smsReplies } from '#contract/notifications.ts'
import { type Db, rowOf, wroteRow } from '#server/platform/database.ts'
import { mapPage, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { SmsReply } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { decryptText, encryptText } from '#server/platform/vault/fields.ts'
import { addSingle } from './queries.ts'

/** Statements on the gateway's delivery reports and on replies to SMS. */

/** Also for a message whose sending was never confirmed: the report proves that it was sent, so it is not retried. */
export async function noteDelivered(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set((eb) => ({
      state: 'delivered',
      deliveredAt: now,
      sentAt: eb.fn.coalesce('sentAt', eb.val(now)),
      error: null,
    }))
    .where('id', '=', id)
    .where('channel', '=', 'sms')
    .where('state', 'in', ['planned', 'sending', 'sent', 'failed'])
    .execute()
}

export const noteUndelivered = (db: Db, id: string, error: string) =>
  db
    .updateTable('outbox')
    .set({ state: 'failed', error })
    .where('id', '=', id)
    .where('channel', '=', 'sms')
    .where('state', 'in', ['planned', 'sending', 'sent'])
    .execute()

/** Returns false if this reply is already stored. */
export const addReply = (db: Db, { id, text, ...reply }: Insertable<SmsReply>): Promise<boolean> =>
  wroteRow(
    db
      .insertInto('smsReply')
      .values({ ...reply, id, text: encryptText(db, 'smsReply.text', id, text) })
      .onConflict((conflict) => conflict.column('providerId').doNothing()),
  )

/** Stores the outcome of a reply and its visit, whose site may read the reply from then on. */
export async function settleReply(
  db: Db,
  id: string,
  { outcome, visitId }: { outcome: string; visitId: string | null },
): Promise<void> {
  await sql`
    update sms_reply set outcome = ${outcome}, visit_id = ${visitId}::uuid,
      site_id = coalesce((select site_id from visit where id = ${visitId}::uuid limit 1), site_id)
    where id = ${id}`.execute(db)
}

/** The site of the last SMS to this number that was about a visit. */
export async function siteLastWritten(db: Db, phone: string): Promise<string | null> {
  const row = await rowOf(db)<{ siteId: string }>`
    select payload ->> 'siteId' as site_id from outbox
    where channel = 'sms' and lower(recipient) = ${phone} and recipient <> '' and payload ->> 'siteId' is not null
    order by id desc limit 1`
  return row?.siteId ?? null
}

type ReplyRow = RowOf<typeof smsReplies>

/** What people answered to an SMS, newest first. Staff of some sites see replies to messages of these sites only. */
export async function listReplies(db: Db, sites: Sites, query: PageQuery): Promise<Page<ReplyRow>> {
  const page = await readPage(query, { id: uuid('r.id desc') }, ({ after, by, limit }) =>
    sql<ReplyRow>`
    select r.id, r.phone, r.text, r.meaning, r.outcome, r.at,
      case when v.id is not null then jsonb_build_object('id', v.id, 'reference', v.reference) end as visit
    from sms_reply r left join visit v on v.site_id = r.site_id and v.id = r.visit_id
    where ${after} ${atSites('r.site_id', sites)}
    order by ${by} limit ${limit}`.execute(db),
  )
  return mapPage(page, (row) => ({ ...row, text: decryptText(db, 'smsReply.text', row.id, row.text) }))
}

/** The visit of the last question that was sent to this number. */
export async function lastAsked(db: Db, phone: string): Promise<string | null> {
  const row = await rowOf(db)<{ visitId: string }>`
    select payload ->> 'visitId' as visit_id from outbox
    where channel = 'sms' and lower(recipient) = ${phone} and recipient <> '' and kind in ('visit_reminder', 'visit_again')
      and state in ('sent', 'delivered')
    order by id desc limit 1`
  return row?.visitId ?? null
}

export const stopSms = (db: Db, phone: string, at: Date) =>
  db
    .insertInto('smsStop')
    .values({ phone, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const startSms = (db: Db, phone: string) =>
  db.deleteFrom('smsStop').where('phone', '=', phone).execute()

/** Adds an SMS without a corresponding e-mail: the answer to a reply. */
export const addAnswer = (
  db: Db,
  { text, ...to }: { id: string; recipient: string; text: string },
  now: Date,
) => addSingle(db, { ...to, kind: 'sms_answer', channel: 'sms', payload: JSON.stringify({ text }) }, now)
