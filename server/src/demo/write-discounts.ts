import { giveDiscount, refundPayment, takePayment } from '#server/modules/money/index.ts'
import { after, minutes, stoppedClock } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { paidByMobileMoney, visitsToPay } from './queries-money.ts'

/** Discounts and a refund of the cashier, with their reasons, through the product's own calls. */

/** By the number of days ago: what a patient pays less, as a part of the price, and why. */
const discounts: Readonly<Record<number, readonly { part: number; reason: string }[]>> = {
  8: [{ part: 0.1, reason: 'Student: a tenth less' }],
  5: [{ part: 0.25, reason: 'Family of staff: a quarter less' }],
  1: [
    { part: 0.1, reason: 'Pensioner: a tenth less' },
    { part: 0.2, reason: 'The laboratory had lost the first booking' },
  ],
  0: [{ part: 0.1, reason: 'Pensioner: a tenth less' }],
}

/** Gives the discounts of a day to patients of a till that is open. They pay later. */
export async function giveDiscounts(
  cashier: SignedIn,
  { tillId, ago, until }: { tillId: string; ago: number; until: Date },
): Promise<void> {
  const given = discounts[ago] ?? []
  const visits = await visitsToPay(cashier.db, tillId, until, given.length)
  for (const [index, { part, reason }] of given.entries()) {
    const visit = visits[index]
    if (!visit) continue
    // Whole cedis.
    const amount = Math.round((visit.charged * part) / 100) * 100
    const at = { ...cashier, clock: stoppedClock(after(visit.startsAt, minutes(1))) }
    await giveDiscount(at, visit.visitId, { amount, reason }, undefined)
  }
}

/** A patient whose mobile money came in has paid in cash as well, and gets the cash back. */
export async function refundSecondPayment(cashier: SignedIn, tillId: string, now: Date): Promise<void> {
  const paid = await paidByMobileMoney(cashier.db, tillId)
  if (!paid) return
  const at = (ago: number) => ({ ...cashier, clock: stoppedClock(after(now, -minutes(ago))) })
  const cash = { amount: paid.amount, way: 'cash', reference: '' } as const
  const { id } = await takePayment(at(2), paid.visitId, { ...cash, deposit: true }, undefined)
  const reason = 'Paid twice: the mobile money had come in'
  await refundPayment(at(1), id, { ...cash, reason }, undefined)
}
