import { declareSheets } from './sheet.ts'

/** Sheets of an export: prices, what visits owe, the books and the tills. */
export const moneySheets = declareSheets({
  'money-rules.csv': {
    about: 'The currency, and what waits for a payment',
    rows: { from: 'money_settings t', site: 'none', order: '1' },
    columns: 'currency hold_samples hold_results version',
  },
  'taxes.csv': {
    about: 'Taxes',
    rows: { from: 'tax t', site: 'none' },
    columns: 'id name basis_points ended',
  },
  'payers.csv': {
    about: 'Who pays, each with a list of prices',
    rows: { from: 'payer t', site: 'none' },
    columns: 'id kind name facility_id ended version',
  },
  'prices.csv': {
    about: 'Prices, every one that was set',
    rows: { from: 'price t', site: 'none' },
    columns: 'id payer_id test_code package_code valid_from amount tax_id currency set_by set_at',
  },
  'tills.csv': {
    about: 'Tills, with what was counted',
    rows: { from: 'till t', at: 't.opened_at' },
    columns:
      'id account_id currency float_amount cash_amount opened_at expected_amount counted_amount note closed_at',
  },
  'visit-accounts.csv': {
    about: 'What visits owe, and who pays',
    rows: { from: 'visit_account t', order: 't.site_id, t.visit_id' },
    columns: 'visit_id payer_id currency member_number claim_code charged paid version',
  },
  'ledger-postings.csv': {
    about: 'The entries of the books',
    rows: { from: 'ledger_posting t', at: 't.at' },
    columns: `id at kind visit_id payer_id test_code package_code price_id reverses by_hand till_id currency reason
      by_id`,
  },
  'ledger-lines.csv': {
    about: 'The lines of these entries, which add up to zero in each',
    rows: {
      from: 'ledger_line t join ledger_posting p on p.id = t.posting_id',
      site: { of: 'p.site_id' },
      at: 'p.at',
      order: 't.posting_id, t.account',
    },
    columns: 'posting_id account amount',
  },
  'payments.csv': {
    about: 'Payments and refunds, with the numbers of their receipts',
    rows: {
      from: 'payment t join ledger_posting p on p.id = t.id',
      site: { of: 'p.site_id' },
      at: 'p.at',
      order: 't.id',
    },
    columns: 'id kind year number way amount currency reference refunds',
  },
  'invoices.csv': {
    about: 'Invoices to facilities and insurers',
    rows: { from: 'invoice t', site: 'all', at: 't.issued_at' },
    columns: 'id payer_id year number month currency total issued_at issued_by',
  },
  'invoice-entries.csv': {
    about: 'The entries on these invoices',
    rows: { from: 'invoice_posting t', site: 'all', order: 't.posting_id' },
    columns: 'posting_id invoice_id amount',
  },
  'invoice-payments.csv': {
    about: 'Payments of these invoices',
    rows: { from: 'invoice_payment t', site: 'all', order: 't.payment_id' },
    columns: 'payment_id invoice_id',
  },
  'online-payments.csv': {
    about: 'Payments through a payment service',
    rows: { from: 'online_payment t', at: 't.started_at' },
    columns: `id visit_id service channel network phone_end reference amount currency state step failure started_by started_at
      wait_until given_up_at checked_at payment_id`,
  },
  'online-refunds.csv': {
    about: 'Refunds through a payment service',
    rows: { from: 'online_refund t', at: 't.started_at' },
    columns: `id visit_id payment_id reference amount currency reason state started_by started_at asked_at checked_at
      refund_id`,
  },
  'payment-exceptions.csv': {
    about: 'Steps that were taken although a visit was not paid',
    rows: { from: 'payment_exception t', at: 't.at' },
    columns: 'id visit_id step reason by_id at',
  },
})
