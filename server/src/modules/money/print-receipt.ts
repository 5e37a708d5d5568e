import { documentNumber, sayAmount } from '#contract/amounts.ts'
import { paymentWays, type ReceiptPaper } from '#contract/money.ts'
import { clockTime, laboratorySettings, localAt, minuteOf, printedLogo } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { readEntries } from './queries-accounts.ts'
import { requirePayment } from './queries-payments.ts'

/** The receipt of a payment: what was paid, for which tests, and what is owed after it. */
export async function printReceipt(context: SignedIn, id: string, paper: ReceiptPaper): Promise<Buffer> {
  const { db, clock } = context
  const { visit, ...payment } = await requirePayment(context, id)
  const key = { siteId: payment.siteId, visitId: payment.visitId }
  const entries = await readEntries(db, key)
  const laboratory = await laboratorySettings(context)
  const say = (amount: number) => sayAmount(amount, payment.currency)
  const local = localAt(visit.timeZone, minuteOf(payment.at))
  const upToThis = entries.slice(0, entries.findIndex((entry) => entry.id === payment.id) + 1)
  // Only entries up to the payment: a reprinted receipt equals the first print.
  const known = new Set(upToThis.map((entry) => entry.id))
  const owed = upToThis.reduce((sum, entry) => sum + entry.amount, 0)
  const { drawReceipt } = await import('./draw-receipt.ts')
  return drawReceipt(
    {
      kind: payment.kind,
      number: documentNumber(payment.kind, payment.year, payment.number),
      laboratory: laboratory.name,
      reach: [laboratory.address, laboratory.phone].filter((part) => part !== ''),
      site: visit.siteName,
      at: `${local.day} ${clockTime(local.minuteOfDay)}`,
      reference: visit.reference,
      patient: visit.patient.fullName,
      lines: upToThis
        .filter(
          ({ kind, reversedBy }) =>
            (kind === 'charge' || kind === 'discount') && !known.has(reversedBy ?? ''),
        )
        .map(({ test, amount }) => ({ text: test ?? 'Discount', amount: say(amount) })),
      tax: taxOf(upToThis) === 0 ? null : say(taxOf(upToThis)),
      way: paymentWays[payment.way],
      transaction: payment.reference,
      amount: say(payment.amount),
      refunds:
        payment.refundsYear === null || payment.refundsNumber === null
          ? null
          : documentNumber('receipt', payment.refundsYear, payment.refundsNumber),
      reason: payment.reason,
      owed: owed < 0 ? null : say(owed),
      credit: owed < 0 ? say(-owed) : null,
      cashier: payment.by,
    },
    { paper, at: clock.now(), logo: paper === 'a4' ? await printedLogo(db) : null },
  )
}

const taxOf = (entries: readonly { tax: number }[]) => entries.reduce((sum, { tax }) => sum + tax, 0)
