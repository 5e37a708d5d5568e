import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/money.ts'
import * as invoices from '#contract/money-invoices.ts'
import * as online from '#contract/money-online.ts'
import * as phone from '#contract/money-phone.ts'
import * as prices from '#contract/money-prices.ts'
import * as till from '#contract/money-till.ts'
import { attachCsv } from '#server/platform/http/attach-csv.ts'
import { type Base, createServe, type Serve } from '#server/platform/http/serve.ts'
import { changePayer, giveDiscount, priceVisit, reverseEntry } from './change-bill.ts'
import { changeRules, createTax, endTax, readRules } from './change-rules.ts'
import { allowUnpaid } from './hold-unpaid.ts'
import { issueInvoice, listInvoices, payInvoice, readDebts } from './issue-invoice.ts'
import { createPayer, listPayers, updatePayer } from './keep-payers.ts'
import { readPhoneRequest, sendToPhone, sendVoucher } from './pay-by-phone.ts'
import { checkOnline, startOnline, takeHook } from './pay-online.ts'
import { printInvoice, writeClaims } from './print-invoice.ts'
import { printReceipt } from './print-receipt.ts'
import { printStatement } from './print-statement.ts'
import { quoteTests } from './quote-tests.ts'
import { readAccount } from './read-account.ts'
import { readTake, writeEntries } from './read-take.ts'
import { refundOnline } from './refund-online.ts'
import { closeTill, listVisitsOwing, openTill, readOwnTill } from './run-till.ts'
import { readPrices, setPrices } from './set-prices.ts'
import { refundPayment, takePayment } from './take-payment.ts'

export function moneyRoutes(app: FastifyInstance, serve: Serve, base: Base): void {
  hookRoutes(app, base)
  serve(online.startOnline, (context, { params, body }) => startOnline(context, params.id, body))
  serve(online.refundOnline, (context, { params, body, headers }) =>
    refundOnline(context, params.id, body, headers['idempotency-key']),
  )
  serve(online.checkOnline, (context, { params }) => checkOnline(context, params.id))
  serve(phone.sendToPhone, (context, { params, body, headers }) =>
    sendToPhone(context, params.id, body, headers['idempotency-key']),
  )
  serve(phone.readPhoneRequest, (context, { params }) => readPhoneRequest(context, params.id))
  serve(phone.sendVoucher, (context, { params, body }) => sendVoucher(context, params.id, body))
  serve(contract.readQuote, (context, { query }) => quoteTests(context, query))
  serve(contract.listPayers, (context) => listPayers(context))
  serve(contract.readVisitAccount, (context, { params }) => readAccount(context, params.id))
  serve(contract.priceVisit, (context, { params }) => priceVisit(context, params.id))
  serve(contract.changePayer, (context, { params, body }) => changePayer(context, params.id, body))
  serve(contract.giveDiscount, (context, { params, body, headers }) =>
    giveDiscount(context, params.id, body, headers['idempotency-key']),
  )
  serve(contract.reverseEntry, (context, { params, body }) => reverseEntry(context, params, body))
  serve(contract.allowUnpaid, (context, { params, body }) => allowUnpaid(context, params.id, body))
  serve(contract.takePayment, (context, { params, body, headers }) =>
    takePayment(context, params.id, body, headers['idempotency-key']),
  )
  serve(contract.refundPayment, (context, { params, body, headers }) =>
    refundPayment(context, params.id, body, headers['idempotency-key']),
  )
  serve(contract.receiptPdf, async (context, { params, query, reply }) => {
    const pdf = await printReceipt(context, params.id, query.paper)
    reply.type('application/pdf').header('content-disposition', 'inline; filename="receipt.pdf"')
    return pdf
  })
  serve(prices.readMoneySettings, (context) => readRules(context))
  serve(prices.changeMoneySettings, (context, { body }) => changeRules(context, body))
  serve(prices.addTax, (context, { body }) => createTax(context, body))
  serve(prices.endTax, (context, { params }) => endTax(context, params.id))
  serve(prices.addPayer, (context, { body }) => createPayer(context, body))
  serve(prices.changePayerEntry, (context, { params, body }) => updatePayer(context, params.id, body))
  serve(prices.readPrices, (context, { params, query }) => readPrices(context, params.id, query))
  serve(prices.setPrices, (context, { params, body }) => setPrices(context, params.id, body))
  serve(invoices.listInvoices, (context, { query }) => listInvoices(context, query))
  serve(invoices.issueInvoice, (context, { body, headers }) =>
    issueInvoice(context, body, headers['idempotency-key']),
  )
  serve(invoices.payInvoice, (context, { params, body, headers }) =>
    payInvoice(context, params.id, body, headers['idempotency-key']),
  )
  serve(invoices.readDebts, (context) => readDebts(context))
  serve(invoices.invoicePdf, async (context, { params, reply }) => {
    const pdf = await printInvoice(context, params.id)
    reply.type('application/pdf').header('content-disposition', 'inline; filename="invoice.pdf"')
    return pdf
  })
  serve(invoices.statementPdf, async (context, { params, query, reply }) => {
    const pdf = await printStatement(context, params.id, query)
    reply.type('application/pdf').header('content-disposition', 'inline; filename="statement.pdf"')
    return pdf
  })
  serve(invoices.claimsCsv, (context, { query, reply }) => {
    attachCsv(reply, `claims-${query.from}-${query.to}`)
    return writeClaims(context, query)
  })
  serve(till.readTill, (context) => readOwnTill(context))
  serve(till.openTill, (context, { body }) => openTill(context, body))
  serve(till.closeTill, (context, { body }) => closeTill(context, body))
  serve(till.listOwing, (context, { query }) => listVisitsOwing(context, query))
  serve(till.readTake, (context, { query }) => readTake(context, query))
  serve(till.entriesCsv, (context, { query, reply }) => {
    attachCsv(reply, `entries-${query.from}-${query.to}`)
    return writeEntries(context, query)
  })
}

/** Registered apart from the other routes: the signature is computed over the raw body, not over the parsed body. */
function hookRoutes(app: FastifyInstance, base: Base): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const serve = createServe(scope, base, async () => null)
    serve(online.paymentHook, (context, { request }) =>
      takeHook(context, {
        raw: typeof request.body === 'string' ? request.body : '',
        header: (name) => String(request.headers[name] ?? ''),
      }),
    )
  })
}
