import { sql } from 'kysely'
import type { PaymentWay } from '#contract/money.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

/** Statements on tills and on what was taken. */

export type TillRow = {
  id: string
  siteId: string
  siteName: string
  currency: string
  cashier: string
  floatAmount: number
  /** Cash payments less cash refunds. */
  cashAmount: number
  openedAt: Date
  expectedAmount: number | null
  countedAmount: number | null
  note: string
  closedAt: Date | null
}

const tills = sql`
  select t.id, t.site_id, s.name as site_name, t.currency, a.full_name as cashier, t.float_amount, t.cash_amount,
    t.opened_at, t.expected_amount, t.counted_amount, t.note, t.closed_at
  from till t join site s on s.id = t.site_id join account a on a.id = t.account_id`

/** The open till of an account. */
export const readOpenTill = (db: Db, accountId: string): Promise<TillRow | null> =>
  rowOf(db)`${tills} where t.account_id = ${accountId} and t.closed_at is null`

export const readTill = (db: Db, id: string): Promise<TillRow | null> =>
  rowOf(db)`${tills} where t.id = ${id}`

/**
 * Locks the open till of an account at a site. The till stays open until the transaction ends, and other payments into it wait. A share
 * lock would not do: a trigger updates the row at a payment in cash, and two transactions with share locks would deadlock.
 */
export async function holdTill(tx: Db, accountId: string, siteId: string): Promise<string | null> {
  const row = await rowOf(tx)<{ id: string }>`
    select id from till where account_id = ${accountId} and site_id = ${siteId} and closed_at is null for no key update`
  return row?.id ?? null
}

/** Locks an open till of an account, after the payments that hold it. False if it is closed or somebody else's. */
export async function lockTill(tx: Db, id: string, accountId: string): Promise<boolean> {
  const row = await rowOf(tx)`
    select from till where id = ${id} and account_id = ${accountId} and closed_at is null for update`
  return row !== null
}

/** @throws a unique violation of `till_open` if the account has an open till */
export const insertTill = (
  tx: Db,
  row: {
    id: string
    siteId: string
    accountId: string
    currency: string
    floatAmount: number
    openedAt: Date
  },
) => tx.insertInto('till').values(row).execute()

export const writeClosing = (
  tx: Db,
  id: string,
  fields: { expectedAmount: number; countedAmount: number; note: string; closedAt: Date },
) => wroteRow(tx.updateTable('till').set(fields).where('id', '=', id).where('closedAt', 'is', null))

export type Taken = { way: PaymentWay; amount: number; count: number }

/** Payments less refunds of a till, by way of payment. */
export const takenIn = (db: Db, tillId: string): Promise<Taken[]> =>
  rowsOf(db)`
    select m.way, sum(case m.kind when 'receipt' then m.amount else -m.amount end)::bigint as amount, count(*) as count
    from ledger_posting p join payment m on m.id = p.id
    where p.till_id = ${tillId} group by m.way order by m.way`

const localDay = sql`(p.at at time zone s.time_zone)::date`
/** Every zone's day lies within these hours of the same day in UTC; the index finds them. */
const around = (from: string, to: string) =>
  sql`p.at >= ${from}::date - interval '1 day' and p.at < ${to}::date + interval '2 days'
    and ${localDay} between ${from}::date and ${to}::date`

export type TakeRow = Taken & {
  siteId: string
  siteName: string
  cashierId: string | null
  cashier: string | null
  currency: string
}

export const takeOfDay = (db: Db, sites: Sites, day: string): Promise<TakeRow[]> =>
  rowsOf(db)`
    select p.site_id, s.name as site_name, p.by_id as cashier_id, a.full_name as cashier, m.way, m.currency,
      sum(case m.kind when 'receipt' then m.amount else -m.amount end)::bigint as amount, count(*) as count
    from ledger_posting p join payment m on m.id = p.id join site s on s.id = p.site_id
      left join account a on a.id = p.by_id
    where ${around(day, day)} ${atSites('p.site_id', sites)}
    group by p.site_id, s.name, s.created_at, p.by_id, a.full_name, m.way, m.currency
    order by s.created_at, p.site_id, a.full_name, p.by_id, m.way`

/** Charges and discounts of a day. */
export async function chargedOnDay(db: Db, sites: Sites, day: string) {
  const row = await rowOf(db)<{ charged: number; discounts: number }>`
    select coalesce(sum(l.amount), 0)::bigint as charged,
      coalesce(-sum(l.amount) filter (where p.kind = 'discount' or o.kind = 'discount'), 0)::bigint as discounts
    from ledger_posting p join ledger_line l on l.posting_id = p.id and l.account = 'receivable'
      join site s on s.id = p.site_id left join ledger_posting o on o.id = p.reverses
    where p.kind in ('charge', 'discount', 'reversal') and ${around(day, day)} ${atSites('p.site_id', sites)}`
  return row ?? { charged: 0, discounts: 0 }
}

/** Tills that were opened or closed on a day. */
export const tillsOfDay = (db: Db, sites: Sites, day: string): Promise<TillRow[]> =>
  rowsOf(db)`${tills}
    where t.opened_at >= ${day}::date - interval '8 days' and t.opened_at < ${day}::date + interval '2 days'
      and ${day}::date between (t.opened_at at time zone s.time_zone)::date
        and (coalesce(t.closed_at, t.opened_at) at time zone s.time_zone)::date
      ${atSites('t.site_id', sites)}
    order by t.opened_at, t.id`

export type BookLine = {
  at: Date
  timeZone: string
  site: string
  posting: string
  kind: string
  documentKind: 'receipt' | 'refund' | null
  year: number
  number: number
  visit: string | null
  payer: string
  test: string | null
  account: string
  amount: number
  currency: string
  by: string | null
  reason: string
}

/** The lines of the books of some days, in their order. */
export const linesOfDays = (db: Db, sites: Sites, from: string, to: string): Promise<BookLine[]> =>
  rowsOf(db)`
    select p.at, s.time_zone, s.name as site, p.id as posting, p.kind, m.kind as document_kind, m.year, m.number,
      v.reference as visit, coalesce(f.name, nullif(y.name, ''), case when y.id is not null then 'Patient' else '' end) as payer,
      coalesce(t.name, k.name) as test, l.account, l.amount, p.currency, a.full_name as by, p.reason
    from ledger_posting p join ledger_line l on l.posting_id = p.id join site s on s.id = p.site_id
      left join payment m on m.id = p.id left join visit v on v.site_id = p.site_id and v.id = p.visit_id
      left join payer y on y.id = p.payer_id left join facility f on f.id = y.facility_id
      left join test t on t.code = p.test_code left join test_package k on k.code = p.package_code
      left join account a on a.id = p.by_id and a.role <> 'user'
    where ${around(from, to)} ${atSites('p.site_id', sites)}
    order by p.at, p.id, l.amount desc, l.account`
