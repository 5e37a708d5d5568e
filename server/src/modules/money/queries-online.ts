import type { Insertable } from 'kysely'
import type { OnlineState, PaymentServiceName } from '#contract/money-online.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.gen.ts'
import type { VisitKey } from './queries-accounts.ts'

/** Statements on payments through a payment service. */

export type OnlineRow = {
  id: string
  siteId: string
  visitId: string
  service: PaymentServiceName
  reference: string
  currency: string
  state: OnlineState
  channel: 'page' | 'phone'
}

export const insertOnline = (tx: Db, row: Insertable<DB['onlinePayment']>) =>
  tx.insertInto('onlinePayment').values(row).execute()

const columns = ['id', 'siteId', 'visitId', 'service', 'reference', 'currency', 'state', 'channel'] as const

export const readOnline = (db: Db, by: { id: string } | { reference: string }) =>
  db
    .selectFrom('onlinePayment')
    .select(columns)
    .where((eb) => eb.and(by))
    .executeTakeFirst()

/** The payment of a visit on the page of the service that is not confirmed yet, the latest first. */
export async function openOnline(db: Db, { siteId, visitId }: VisitKey): Promise<string | null> {
  const row = await rowOf(db)<{ id: string }>`
    select id from online_payment where site_id = ${siteId} and visit_id = ${visitId} and state = 'started' and channel = 'page'
    order by started_at desc limit 1`
  return row?.id ?? null
}

/** Locks a payment that is not confirmed; returns false if it is. A confirmation is accepted even after a failure. */
export async function lockUnpaid(tx: Db, id: string): Promise<boolean> {
  const row = await rowOf(tx)`
    select from online_payment where id = ${id} and state <> 'paid' for update`
  return row !== null
}

export const writeOutcome = (
  tx: Db,
  id: string,
  fields: { state: OnlineState; checkedAt: Date; paymentId?: string },
) => tx.updateTable('onlinePayment').set(fields).where('id', '=', id).where('state', '<>', 'paid').execute()

export const writeAsked = (db: Db, id: string, checkedAt: Date) =>
  db.updateTable('onlinePayment').set({ checkedAt }).where('id', '=', id).execute()

/**
 * Payments to ask this service about: started before `before`, not before `since`, those not asked about for longest first. A
 * payment is asked about again after a quarter of its age, so an abandoned checkout is asked about some twenty times.
 */
export const unconfirmed = (
  db: Db,
  service: PaymentServiceName,
  { now, since, before }: { now: Date; since: Date; before: Date },
): Promise<OnlineRow[]> =>
  rowsOf(db)`
    select id, site_id, visit_id, service, reference, currency, state, channel from online_payment
    where state = 'started' and service = ${service} and started_at >= ${since} and started_at < ${before}
      and (checked_at is null or checked_at <= ${now}::timestamptz - (${now}::timestamptz - started_at) / 4)
    order by checked_at nulls first, started_at limit 20`
