import type { PaymentWay } from '#contract/money.ts'
import { reachOf, readVisit, type Visit } from '#server/modules/booking/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { rowOf } from '#server/platform/database.ts'
import { required } from '#server/platform/errors.ts'

export type PaymentRow = {
  id: string
  kind: 'receipt' | 'refund'
  year: number
  number: number
  way: PaymentWay
  amount: number
  currency: string
  reference: string
  reason: string
  at: Date
  by: string | null
  siteId: string
  visitId: string
  /** The number of the receipt that is refunded. */
  refundsYear: number | null
  refundsNumber: number | null
}

/** A payment of a visit within the caller's reach, with the visit; any other payment is refused as not found. */
export async function requirePayment(
  { db, actor }: SignedIn,
  id: string,
  kind?: PaymentRow['kind'],
): Promise<PaymentRow & { visit: Visit }> {
  const row = await rowOf(db)<PaymentRow>`
    select m.id, m.kind, m.year, m.number, m.way, m.amount, m.currency, m.reference, p.reason, p.at, a.full_name as by,
      p.site_id, p.visit_id, o.year as refunds_year, o.number as refunds_number
    from payment m join ledger_posting p on p.id = m.id left join account a on a.id = p.by_id
      left join payment o on o.id = m.refunds
    where m.id = ${id} and p.visit_id is not null`
  const visit =
    row && (kind === undefined || row.kind === kind) ? await readVisit(db, reachOf(actor), row.visitId) : null
  return { ...required(visit && row, 'This payment'), visit: required(visit, 'This payment') }
}
