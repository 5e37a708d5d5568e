/** What visits cost and what is paid: prices, the books, tills, receipts. */
export { settleCharges, undoCharges } from './charge-visit.ts'
export { requirePaid, whyHeld } from './hold-unpaid.ts'
export { issueInvoice, payInvoice } from './issue-invoice.ts'
export { confirmOnline } from './pay-online.ts'
export { areResultsOpen } from './queries-accounts.ts'
export { payerOfFacility } from './queries-settings.ts'
export { moneyRoutes } from './routes.ts'
