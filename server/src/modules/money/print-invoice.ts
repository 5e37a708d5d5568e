import { decimalOf, documentNumber, sayAmount } from '#contract/amounts.ts'
import { csvLine, csvMark } from '#contract/csv.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { claimsCsv as claimsContract } from '#contract/money-invoices.ts'
import { dayAt, daysBetween, laboratorySettings, printedLogo } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { utcDay } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
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
      month: invoice.month,
      issuedOn: utcDay(invoice.issuedAt),
      lines: lines.map(({ startsAt, timeZone, reference, fullName, memberNumber, tests, amount }) => ({
        day: dayAt(timeZone, startsAt),
        reference,
        patient: memberNumber === '' ? fullName : `${fullName}, ${memberNumber}`,
        tests: tests?.join(', ') ?? 'Correction',
        amount: say(amount),
      })),
      total: say(invoice.total),
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
  ...['visit date', 'site', 'visit', 'patient', 'member number', 'claim code', 'test', 'amount'],
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
  const lines = rows.map(({ startsAt, timeZone, invoiceYear, invoiceNumber, ...row }) =>
    csvLine([
      dayAt(timeZone, startsAt),
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
