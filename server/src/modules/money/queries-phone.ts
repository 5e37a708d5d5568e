import { sql } from 'kysely'
import type { OnlineState } from '#contract/money-online.ts'
import type { MobileNetwork, PhoneFailure, PhoneStep } from '#contract/money-phone.ts'
import { type Db, rowOf, wroteRow } from '#server/platform/database.ts'
import type { VisitKey } from './queries-accounts.ts'
import type { OnlineRow } from './queries-online.ts'

/** Statements on payments that are approved on a phone. */

export type PhoneRow = OnlineRow & {
  step: PhoneStep
  failure: PhoneFailure | null
  network: MobileNetwork
  phoneEnd: string
  amount: number
  waitUntil: Date
  givenUpAt: Date | null
  paymentId: string | null
  receiptYear: number | null
  receiptNumber: number | null
}

const rows = sql`
  select o.id, o.site_id, o.visit_id, o.service, o.reference, o.currency, o.state, o.channel, o.step, o.failure, o.network, o.phone_end,
    coalesce(m.amount, o.amount) as amount, o.wait_until, o.given_up_at, o.payment_id, m.year as receipt_year,
    m.number as receipt_number
  from online_payment o left join payment m on m.id = o.payment_id`

export const readPhoneRow = (db: Db, id: string): Promise<PhoneRow | null> =>
  rowOf(db)`${rows} where o.id = ${id} and o.channel = 'phone'`

/** The request of a visit that is waited for: at most one, by the index `online_payment_on_phone`. */
export const openPhoneRow = (db: Db, { siteId, visitId }: VisitKey): Promise<PhoneRow | null> =>
  rowOf(db)`
    ${rows} where o.site_id = ${siteId} and o.visit_id = ${visitId} and o.channel = 'phone' and o.state = 'started'
      and o.given_up_at is null`

const started = (db: Db, id: string) =>
  db.updateTable('onlinePayment').where('id', '=', id).where('state', '=', 'started')

/** Takes a step of the request. Of several processes that try to, one gets true. */
export const takeStep = (
  db: Db,
  id: string,
  { from, to, waitUntil }: { from: PhoneStep; to: PhoneStep; waitUntil?: Date },
): Promise<boolean> =>
  wroteRow(
    started(db, id)
      .set({ step: to, ...(waitUntil && { waitUntil }) })
      .where('step', '=', from)
      .where('givenUpAt', 'is', null),
  )

export const writeFailure = (db: Db, id: string, failure: PhoneFailure) =>
  started(db, id)
    .set({ state: 'failed' satisfies OnlineState, failure })
    .execute()

/** Ends the wait for a request whose time is over. */
export const giveUp = (db: Db, id: string, now: Date) =>
  started(db, id)
    .set({ givenUpAt: now })
    .where('waitUntil', '<=', now)
    .where('givenUpAt', 'is', null)
    .execute()

/** Claims to ask the service about a request that it was not asked about since `before`. */
export const claimCheck = (db: Db, id: string, { before, now }: { before: Date; now: Date }) =>
  wroteRow(
    db
      .updateTable('onlinePayment')
      .set({ checkedAt: now })
      .where('id', '=', id)
      .where('state', '<>', 'paid')
      .where((eb) => eb.or([eb('checkedAt', 'is', null), eb('checkedAt', '<=', before)])),
  )
