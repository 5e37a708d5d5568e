import { decimalOf, documentNumber, sayAmount } from '#contract/amounts.ts'
import { csvLine, csvMark } from '#contract/csv.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { claimsCsv as claimsContract } from '#contract/money-invoices.ts'
import { daysBetween, laboratorySettings, printedLogo } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { utcDay } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { sayMonth } from '#server/platform/date-formatters.ts'
import { invalid, required } from '#server/platform/errors.ts'
import { requireAllSites } from './issue-invoice.ts'
import { claimsOf, linesOfInvoice, readInvoice } from './queries-invoices.ts'
import { readPayer } from './queries-settings.ts'

export async function printInvoice(context: SignedIn, id: string): Promise<Buffer> {
  requireAllSites(context)
  const { db, clock } = context
  const invoice = required(await readInvoice(db, id), 'This invoice')
  const lines = await linesOfInvoice(db, id)
  const { name, address, phone, email } = await laboratorySettings(context)
  const say = (amount: number) => sayAmount(amount, invoice.currency)
  const tax = lines.reduce((sum, line) => sum + line.tax, 0)
  await audit(context, {
    action: 'invoice.printed',
    subject: { kind: 'payer', id: invoice.payerId },
    after: { number: documentNumber('invoice', invoice.year, invoice.number) },
  })
  const { drawInvoice } = await import('./draw-invoice.ts')
  return drawInvoice(
    {
      number: documentNumber('invoice', invoice.year, invoice.number),
      laboratory: name,
      reach: [address, phone, email],
      payer: invoice.payer,
      month: sayMonth(invoice.month),
      issuedOn: utcDay(invoice.issuedAt),
      lines: lines.map(({ day, reference, fullName, memberNumber, entries, amount }) => ({
        day,
        reference,
        patient: memberNumber === '' ? fullName : `${fullName}, ${memberNumber}`,
        entries: entries.join(', '),
        amount: say(amount),
      })),
      total: say(invoice.total),
      tax: tax === 0 ? null : say(tax),
      paid: say(invoice.paid),
      owed: say(invoice.total - invoice.paid),
    },
    { at: clock.now(), logo: await printedLogo(db) },
  )
}

/** @throws Refusal for a period that ends before it begins, or is longer than a year */
export function requirePeriod(from: string, to: string): void {
  if (to < from) throw invalid({ to: ['The last day must not be before the first day'] })
  if (daysBetween(from, to) >= 366) throw invalid({ to: ['Choose at most 366 days'] })
}

const columns = [
  ...['collection date', 'site', 'visit', 'patient', 'member number', 'claim code', 'test', 'amount'],
  ...['currency', 'invoice'],
]

/** The claims of a payer as CSV. It names patients, as a claim has to. */
export async function writeClaims(context: SignedIn, { payerId, from, to }: QueryOf<typeof claimsContract>) {
  const { db, actor } = context
  requirePeriod(from, to)
  required(await readPayer(db, payerId), 'This payer')
  const rows = await claimsOf(db, actor.sites, { payerId, from, to })
  await audit(context, {
    action: 'claims.exported',
    subject: { kind: 'payer', id: payerId },
    after: { from, to },
  })
  const lines = rows.map(({ invoiceYear, invoiceNumber, ...row }) =>
    csvLine([
      row.day,
      row.site,
      row.reference,
      row.fullName,
      row.memberNumber,
      row.claimCode,
      row.test,
      decimalOf(row.amount, row.currency),
      row.currency,
      invoiceYear === null || invoiceNumber === null
        ? ''
        : documentNumber('invoice', invoiceYear, invoiceNumber),
    ]),
  )
  return csvMark + csvLine(columns) + lines.join('')
}
