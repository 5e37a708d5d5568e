import { type Insertable, sql } from 'kysely'
import type { OnlineState, PaymentServiceName } from '#contract/money-online.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.gen.ts'
import type { VisitKey } from './queries-accounts.ts'

/** Statements on refunds through a payment service. */

export type RefundRow = VisitKey & {
  id: string
  paymentId: string
  /** Our references of the refund and of the payment. */
  reference: string
  paymentReference: string
  amount: number
  currency: string
  reason: string
  startedBy: string
  askedAt: Date | null
}

/** The payment service of a payment; null if it was not made through a service. */
export const onlineOfPayment = (db: Db, paymentId: string): Promise<{ service: PaymentServiceName } | null> =>
  rowOf(db)`select service from online_payment where payment_id = ${paymentId}`

/** @throws a check violation of `refund_within_payment` if more would be refunded than was paid */
export const insertOnlineRefund = (tx: Db, row: Insertable<DB['onlineRefund']>) =>
  tx.insertInto('onlineRefund').values(row).execute()

/** The sum of the refunds of a visit that the service has not confirmed yet. */
export async function sumOfStarted(db: Db, { siteId, visitId }: VisitKey): Promise<number> {
  const row = await rowOf(db)<{ sum: number }>`
    select coalesce(sum(amount), 0)::bigint as sum from online_refund
    where site_id = ${siteId} and visit_id = ${visitId} and state = 'started'`
  return row?.sum ?? 0
}

/** Refunds to ask this service about, at intervals that grow with their age. `id` restricts it to one refund. */
export const startedRefunds = (
  db: Db,
  service: PaymentServiceName,
  { id, now, since }: { id: string | null; now: Date; since: Date },
): Promise<RefundRow[]> =>
  rowsOf(db)`
    select r.id, r.site_id, r.visit_id, r.payment_id, r.reference, o.reference as payment_reference, r.amount, r.currency, r.reason,
      r.started_by, r.asked_at
    from online_refund r join online_payment o on o.payment_id = r.payment_id and o.service = ${service}
    where r.state = 'started' and r.started_at >= ${since} ${id === null ? sql`` : sql`and r.id = ${id}`}
      and (r.checked_at is null or r.checked_at <= ${now}::timestamptz - (${now}::timestamptz - r.started_at) / 4)
    order by r.checked_at nulls first, r.started_at limit 20`

/** Claims the right to ask the service for the refund. Returns true for one process only: for the others `asked_at` is no longer `from`. */
export const claimAsking = (
  db: Db,
  id: string,
  { from, now }: { from: Date | null; now: Date },
): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('onlineRefund')
      .set({ askedAt: now })
      .where('id', '=', id)
      .where('state', '=', 'started')
      .where(sql<boolean>`asked_at is not distinct from ${from}::timestamptz`),
  )

/** Locks a refund that is not confirmed; false if it is. */
export async function lockStarted(tx: Db, id: string): Promise<boolean> {
  const row = await rowOf(tx)`select from online_refund where id = ${id} and state = 'started' for update`
  return row !== null
}

export const writeRefund = (
  tx: Db,
  id: string,
  fields: { state?: OnlineState; checkedAt: Date; refundId?: string },
) => tx.updateTable('onlineRefund').set(fields).where('id', '=', id).where('state', '=', 'started').execute()
