import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { DebtAges } from '#contract/money-invoices.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { DB } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { andIf } from '#server/platform/statement.ts'
import { patientPayer } from './queries-settings.ts'

/** Statements on invoices and on what payers owe. */

export type InvoiceRow = {
  id: string
  payerId: string
  payer: string
  year: number
  number: number
  month: string
  currency: string
  total: number
  paid: number
  issuedAt: Date
}

const payerNames = sql`coalesce(f.name, y.name)`
const invoices = sql`
  select i.id, i.payer_id, ${payerNames} as payer, i.year, i.number, to_char(i.month, 'YYYY-MM') as month, i.currency, i.total,
    coalesce((select sum(m.amount) from invoice_payment ip join payment m on m.id = ip.payment_id
      where ip.invoice_id = i.id), 0)::bigint as paid, i.issued_at
  from invoice i join payer y on y.id = i.payer_id left join facility f on f.id = y.facility_id`

const newestFirst: Order<InvoiceRow> = { id: uuid('i.id desc') }

export const listInvoiceRows = (
  db: Db,
  { payerId, open, ...page }: PageQuery & { payerId?: string | undefined; open: boolean },
): Promise<Page<InvoiceRow>> =>
  readPage(page, newestFirst, ({ after, by, limit }) =>
    sql<InvoiceRow>`${invoices} where true ${andIf(payerId, (id) => sql`i.payer_id = ${id}`)}
      ${
        open
          ? sql`and i.total > coalesce((select sum(m.amount) from invoice_payment ip join payment m on m.id = ip.payment_id
              where ip.invoice_id = i.id), 0)`
          : sql``
      } and ${after} order by ${by} limit ${limit}`.execute(db),
  )

export const readInvoice = (db: Db, id: string): Promise<InvoiceRow | null> =>
  rowOf(db)`${invoices} where i.id = ${id}`

/** Locks a payer until the transaction ends: invoices to a payer and payments of these invoices follow each other. */
export const lockPayer = (tx: Db, id: string) =>
  sql`select from payer where id = ${id} for update`.execute(tx)

/** The local day on which the first sample of the visit of posting `p` at site `s` was collected; null before the collection. */
const collectedOn = sql`(select min((c.collected_at at time zone s.time_zone)::date) from sample c
  where c.site_id = p.site_id and c.visit_id = p.visit_id)`

/**
 * The condition that posting `p` at site `s` is due for an invoice of what was done before a day: a charge or discount that stands, of a
 * visit whose samples were collected, or a reversal of an entry that an invoice has. A charge that was reversed before it was on an invoice
 * is on none. The first line is the condition of the index `ledger_posting_by_payer`.
 */
const isDue = (before: RawBuilder<unknown>) => sql<boolean>`
  p.payer_id <> ${sql.lit(patientPayer)} and p.kind in ('charge', 'discount', 'reversal')
  and (p.at at time zone s.time_zone)::date < ${before}
  and not exists (select from invoice_posting ip where ip.posting_id = p.id)
  and case p.kind when 'reversal'
    then (select true from invoice_posting ip where ip.posting_id = p.reverses) is true
    else (select true from ledger_posting r where r.reverses = p.id) is null and ${collectedOn} < ${before} end`

/** Entries of a payer that are due for an invoice of what was done before a day, in the time zones of their sites. */
export const uninvoiced = (
  tx: Db,
  payerId: string,
  before: string,
): Promise<{ id: string; amount: number }[]> =>
  rowsOf(tx)`
    select p.id, l.amount from ledger_posting p join ledger_line l on l.posting_id = p.id and l.account = 'receivable'
      join site s on s.id = p.site_id
    where p.payer_id = ${payerId} and ${isDue(sql`${before}::date`)}
    order by p.at, p.id`

export async function insertInvoice(
  tx: Db,
  row: Omit<Insertable<DB['invoice']>, 'number'>,
  entries: readonly { id: string; amount: number }[],
): Promise<number> {
  const { number } = await tx
    .insertInto('invoice')
    .values({ ...row, number: 0 })
    .returning('number')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('invoicePosting')
    .values(entries.map(({ id, amount }) => ({ postingId: id, invoiceId: row.id, amount })))
    .execute()
  return number
}

export const insertInvoicePayment = (tx: Db, row: { paymentId: string; invoiceId: string }) =>
  tx.insertInto('invoicePayment').values(row).execute()

/** The site at which the first entry of an invoice was made; its payments are posted there. */
export async function siteOfInvoice(db: Db, id: string): Promise<string | null> {
  const row = await rowOf(db)<{ siteId: string }>`
    select p.site_id from invoice_posting ip join ledger_posting p on p.id = ip.posting_id
    where ip.invoice_id = ${id} order by p.at, p.id limit 1`
  return row?.siteId ?? null
}

export type InvoiceLine = {
  reference: string
  fullName: string
  /** The local day of the collection. Visits on old invoices may have none: then the day of the visit. */
  day: string
  memberNumber: string
  /** The names of charged tests, “Deducted: …” for those that an earlier invoice has, and “Discount”. */
  entries: string[]
  amount: number
  tax: number
}

/** The visits on an invoice, each with its tests and the sum of its entries. */
export const linesOfInvoice = (db: Db, id: string): Promise<InvoiceLine[]> =>
  rowsOf(db)`
    select * from (
      select v.reference, v.full_name, to_char(coalesce(min(${collectedOn}), min((v.starts_at at time zone s.time_zone)::date)),
          'YYYY-MM-DD') as day, a.member_number, sum(ip.amount)::bigint as amount,
        -coalesce(sum(x.amount), 0)::bigint as tax,
        array_agg(distinct case p.kind when 'charge' then coalesce(t.name, k.name) when 'discount' then 'Discount'
          else 'Deducted: ' || coalesce(t.name, k.name, 'discount') end) as entries
      from invoice_posting ip join ledger_posting p on p.id = ip.posting_id
        join visit v on v.site_id = p.site_id and v.id = p.visit_id join site s on s.id = v.site_id
        join visit_account a on a.site_id = v.site_id and a.visit_id = v.id left join test t on t.code = p.test_code
        left join test_package k on k.code = p.package_code
        left join ledger_line x on x.posting_id = p.id and x.account = 'tax'
      where ip.invoice_id = ${id}
      group by v.site_id, v.id, a.member_number) l
    where l.amount <> 0 order by l.day, l.reference`

/**
 * What is owed by age at an instant: by patients on visits whose samples were collected, by other payers on their invoices. The condition
 * `charged <> paid` is that of the index `visit_account_owing`.
 */
export const debtsAt = (db: Db, now: Date): Promise<DebtAges[]> =>
  rowsOf(db)`
    with owed as (
      select i.payer_id, i.total - coalesce((select sum(m.amount) from invoice_payment ip join payment m on m.id = ip.payment_id
          where ip.invoice_id = i.id), 0) as amount, i.issued_at as since
      from invoice i
      union all
      select a.payer_id, a.charged - a.paid, v.starts_at
      from visit_account a join visit v on v.site_id = a.site_id and v.id = a.visit_id
      where a.payer_id = ${sql.lit(patientPayer)} and a.charged <> a.paid and a.charged > a.paid
        and v.status in ('collected', 'in_progress', 'completed')
    ), aged as (
      select payer_id, amount, extract(day from ${now}::timestamptz - since) as days from owed
    ), open as (
      select p.payer_id, sum(l.amount) as amount
      from ledger_posting p join ledger_line l on l.posting_id = p.id and l.account = 'receivable' join site s on s.id = p.site_id
      where ${isDue(sql`'infinity'::date`)}
      group by p.payer_id
    )
    select y.id as payer_id, y.kind, ${payerNames} as payer, (select currency from money_settings) as currency,
      coalesce((select amount from open where payer_id = y.id), 0)::bigint as uninvoiced,
      coalesce(sum(o.amount) filter (where o.days <= 30), 0)::bigint as up_to30,
      coalesce(sum(o.amount) filter (where o.days > 30 and o.days <= 60), 0)::bigint as up_to60,
      coalesce(sum(o.amount) filter (where o.days > 60 and o.days <= 90), 0)::bigint as up_to90,
      coalesce(sum(o.amount) filter (where o.days > 90), 0)::bigint as older
    from payer y left join facility f on f.id = y.facility_id left join aged o on o.payer_id = y.id
    group by y.id, y.kind, y.name, f.name order by y.kind = 'patient' desc, payer`

export type ClaimRow = {
  day: string
  site: string
  reference: string
  fullName: string
  memberNumber: string
  claimCode: string
  test: string
  amount: number
  currency: string
  invoiceYear: number | null
  invoiceNumber: number | null
}

/**
 * The charges of a payer that were not reversed, of visits whose samples were collected on some days, with each discount on a line of its
 * own. The first condition is that of the index `ledger_posting_by_payer`.
 */
export const claimsOf = (
  db: Db,
  sites: Sites,
  { payerId, from, to }: { payerId: string; from: string; to: string },
): Promise<ClaimRow[]> =>
  rowsOf(db)`
    select to_char(d.day, 'YYYY-MM-DD') as day, s.name as site, v.reference, v.full_name, a.member_number, a.claim_code,
      coalesce(t.name, k.name, 'Discount') as test, l.amount, p.currency, i.year as invoice_year, i.number as invoice_number
    from ledger_posting p join ledger_line l on l.posting_id = p.id and l.account = 'receivable'
      join visit v on v.site_id = p.site_id and v.id = p.visit_id join site s on s.id = v.site_id
      join visit_account a on a.site_id = v.site_id and a.visit_id = v.id left join test t on t.code = p.test_code
      left join test_package k on k.code = p.package_code left join invoice_posting ip on ip.posting_id = p.id
      left join invoice i on i.id = ip.invoice_id cross join lateral (select ${collectedOn} as day) d
    where p.payer_id = ${payerId} and p.payer_id <> ${sql.lit(patientPayer)} and p.kind in ('charge', 'discount', 'reversal')
      and p.kind <> 'reversal' and not exists (select from ledger_posting r where r.reverses = p.id)
      and d.day between ${from}::date and ${to}::date ${atSites('p.site_id', sites)}
    order by d.day, v.reference, p.id`

export type StatementEntry = {
  /** The instant of the entry; the statement shows its day in UTC, as invoices do. */
  day: string
  kind: 'invoice' | 'receipt'
  year: number
  number: number
  /** The month of an invoice. */
  month: string | null
  /** The change of the balance: negative for a payment. */
  amount: number
}

/** The invoices and payments of a payer until a day, in the present currency. */
export const entriesOfPayer = (db: Db, payerId: string, until: string): Promise<StatementEntry[]> =>
  rowsOf(db)`
    select to_char(e.at at time zone 'UTC', 'YYYY-MM-DD') as day, e.kind, e.year, e.number, e.month, e.amount
    from (
      select i.issued_at as at, i.id, 'invoice' as kind, i.year, i.number, to_char(i.month, 'YYYY-MM') as month, i.total as amount,
        i.currency
      from invoice i where i.payer_id = ${payerId}
      union all
      select p.at, p.id, 'receipt', m.year, m.number, null, -m.amount, m.currency
      from invoice i join invoice_payment ip on ip.invoice_id = i.id join payment m on m.id = ip.payment_id
        join ledger_posting p on p.id = m.id
      where i.payer_id = ${payerId}
    ) e
    where e.currency = (select currency from money_settings) and (e.at at time zone 'UTC')::date <= ${until}::date
    order by e.at, e.id`
