import { documentNumber, sayAmount } from '#contract/amounts.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { statementPdf as contract } from '#contract/money-invoices.ts'
import { laboratorySettings, printedLogo } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { sayMonth } from '#server/platform/date-formatters.ts'
import { notPossible, required } from '#server/platform/errors.ts'
import { requireAllSites } from './issue-invoice.ts'
import { requirePeriod } from './print-invoice.ts'
import { entriesOfPayer, type StatementEntry } from './queries-invoices.ts'
import { readPayer, readSettingsRow } from './queries-settings.ts'

/** The statement of a payer: opening balance, each invoice and payment with the balance after it, and closing balance. */
export async function printStatement(
  context: SignedIn,
  id: string,
  { from, to }: QueryOf<typeof contract>,
): Promise<Buffer> {
  requireAllSites(context)
  requirePeriod(from, to)
  const { db, clock } = context
  const payer = required(await readPayer(db, id), 'This payer')
  if (payer.kind === 'patient') throw notPossible('Patients pay at the desk and have no statement.')
  const { currency } = await readSettingsRow(db)
  const entries = await entriesOfPayer(db, id, to)
  const sumOf = (some: readonly StatementEntry[]) => some.reduce((sum, { amount }) => sum + amount, 0)
  const opening = sumOf(entries.filter(({ day }) => day < from))
  let balance = opening
  const say = (amount: number) => sayAmount(amount, currency)
  const lines = entries
    .filter(({ day }) => day >= from)
    .map(({ day, kind, year, number, month, amount }) => {
      balance += amount
      const named = documentNumber(kind, year, number)
      return {
        day,
        entry:
          kind === 'invoice'
            ? `Invoice ${named}, ${sayMonth(month ?? day.slice(0, 7))}`
            : `Payment, receipt ${named}`,
        invoiced: kind === 'invoice' ? say(amount) : '',
        paid: kind === 'receipt' ? say(-amount) : '',
        balance: say(balance),
      }
    })
  const { name, address, phone, email } = await laboratorySettings(context)
  await audit(context, { action: 'statement.printed', subject: { kind: 'payer', id }, after: { from, to } })
  const { drawStatement } = await import('./draw-statement.ts')
  return drawStatement(
    {
      laboratory: name,
      reach: [address, phone, email].filter((part) => part !== ''),
      payer: payer.name ?? '',
      from,
      to,
      opening: say(opening),
      lines,
      closing: say(balance),
    },
    { at: clock.now(), logo: await printedLogo(db) },
  )
}
