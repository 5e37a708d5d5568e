import { documentNumber, sayAmount } from '#contract/amounts.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type {
  issueInvoice as issueContract,
  listInvoices as listContract,
  payInvoice as payContract,
} from '#contract/money-invoices.ts'
import { todayAt } from '#server/modules/sites/index.ts'
import { answerOnce } from '#server/platform/answer-once.ts'
import { audit } from '#server/platform/audit.ts'
import { utcDay } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notAllowed, notFound, notPossible, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { mapPage } from '#server/platform/list.ts'
import { requirePricesOn } from './change-bill.ts'
import {
  debtsAt,
  type InvoiceRow,
  insertInvoice,
  insertInvoicePayment,
  listInvoiceRows,
  lockPayer,
  readInvoice,
  siteOfInvoice,
  uninvoiced,
} from './queries-invoices.ts'
import { insertPayment, insertPostings } from './queries-ledger.ts'
import { readPayer } from './queries-settings.ts'
import { tillAt } from './take-payment.ts'

/** Invoices cover all sites, so they are for staff who see all of them. */
export function requireAllSites({ actor }: SignedIn): void {
  if (actor.sites !== null) throw notAllowed()
}

const present = ({ year, number, ...row }: InvoiceRow) => ({
  ...row,
  number: documentNumber('invoice', year, number),
  owed: row.total - row.paid,
})

export async function listInvoices(context: SignedIn, { open, ...query }: QueryOf<typeof listContract>) {
  requireAllSites(context)
  return mapPage(await listInvoiceRows(context.db, { ...query, open: open === 'true' }), present)
}

export function readDebts(context: SignedIn) {
  requireAllSites(context)
  return debtsAt(context.db, context.clock.now())
}

/** The first day after a month. */
const afterMonth = (month: string) => {
  const [year = 0, index = 0] = month.split('-').map(Number)
  return utcDay(new Date(Date.UTC(year, index, 1)))
}

/** Of two calls at once, the second waits for the first and finds no entries left. */
export async function issueInvoice(
  context: SignedIn,
  body: BodyOf<typeof issueContract>,
  key: string | undefined,
) {
  requireAllSites(context)
  const { payerId, month } = body
  const { currency } = await requirePricesOn(context)
  const payer = required(await readPayer(context.db, payerId), 'This payer')
  if (payer.kind === 'patient') throw notPossible('Patients pay at the desk.')
  if (`${month}-01` > context.clock.now().toISOString()) throw notPossible('This month has not begun.')
  return answerOnce(context, { key, body }, async (inside) => {
    const { db, clock, actor } = inside
    await lockPayer(db, payerId)
    const entries = await uninvoiced(db, payerId, afterMonth(month))
    const total = entries.reduce((sum, { amount }) => sum + amount, 0)
    if (total <= 0) throw notPossible('There is nothing to invoice until the end of that month.')
    const id = uuidv7(clock)
    const year = clock.now().getUTCFullYear()
    const by = { issuedAt: clock.now(), issuedBy: actor.accountId }
    const row = { id, payerId, year, month: `${month}-01`, currency, total, ...by }
    const number = documentNumber('invoice', year, await insertInvoice(db, row, entries))
    const after = { number, month, total, currency }
    await audit(inside, { action: 'invoice.issued', subject: { kind: 'payer', id: payerId }, after })
    return { message: `Invoice ${number} is issued: ${sayAmount(total, currency)}.`, id, number }
  })
}

/** Cash goes into the till of whoever takes it; a bank transfer needs none. */
export async function payInvoice(
  context: SignedIn,
  id: string,
  body: BodyOf<typeof payContract>,
  key: string | undefined,
) {
  requireAllSites(context)
  await requirePricesOn(context)
  const { payerId } = required(await readInvoice(context.db, id), 'This invoice')
  return answerOnce(context, { key, body: { id, ...body } }, async (inside) => {
    const { db, clock, actor } = inside
    const { amount, way, reference } = body
    await lockPayer(db, payerId)
    const invoice = await readInvoice(db, id)
    const siteId = await siteOfInvoice(db, id)
    if (!invoice || siteId === null) throw notFound('This invoice')
    const owed = invoice.total - invoice.paid
    const { currency } = invoice
    if (amount > owed) throw notPossible(`Only ${sayAmount(owed, currency)} is owed.`)
    const tillId = way === 'cash' ? await tillAt(inside, siteId) : null
    const paymentId = uuidv7(clock)
    const posting = {
      id: paymentId,
      siteId,
      at: clock.now(),
      payerId,
      tillId,
      currency,
      byId: actor.accountId,
    }
    await insertPostings(db, [{ ...posting, kind: 'payment', lines: { [way]: amount, receivable: -amount } }])
    const year = Number((await todayAt(inside, siteId)).slice(0, 4))
    const row = { id: paymentId, kind: 'receipt', year, way, amount, currency, reference } as const
    const receipt = documentNumber('receipt', year, await insertPayment(db, row))
    await insertInvoicePayment(db, { paymentId, invoiceId: id })
    const after = {
      invoice: documentNumber('invoice', invoice.year, invoice.number),
      amount,
      currency,
      receipt,
    }
    await audit(inside, { action: 'invoice.paid', subject: { kind: 'payer', id: payerId }, after })
    return { message: `${sayAmount(amount, currency)} recorded. Receipt ${receipt}.`, receipt }
  })
}
