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
  amount: number
  currency: string
  state: OnlineState
  startedAt: Date
}

export const insertOnline = (tx: Db, row: Insertable<DB['onlinePayment']>) =>
  tx.insertInto('onlinePayment').values(row).execute()

const columns = [
  'id',
  'siteId',
  'visitId',
  'service',
  'reference',
  'amount',
  'currency',
  'state',
  'startedAt',
] as const

export const readOnline = (db: Db, by: { id: string } | { reference: string }) =>
  db
    .selectFrom('onlinePayment')
    .select(columns)
    .where((eb) => eb.and(by))
    .executeTakeFirst()

/** The payment of a visit that the service has not confirmed yet, the latest first. */
export async function openOnline(db: Db, { siteId, visitId }: VisitKey): Promise<string | null> {
  const row = await rowOf(db)<{ id: string }>`
    select id from online_payment where site_id = ${siteId} and visit_id = ${visitId} and state = 'started'
    order by started_at desc limit 1`
  return row?.id ?? null
}

/** Locks a payment that was not confirmed; null if it was. A late confirmation counts after a failure too. */
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

/** Payments to ask the service about: started before `before`, not before `since`, the longest unasked first. */
export const unconfirmed = (db: Db, since: Date, before: Date): Promise<OnlineRow[]> =>
  rowsOf(db)`
    select id, site_id, visit_id, service, reference, amount, currency, state, started_at from online_payment
    where state = 'started' and started_at >= ${since} and started_at < ${before}
    order by checked_at nulls first, started_at limit 20`
