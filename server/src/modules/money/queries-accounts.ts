import { type RawBuilder, sql } from 'kysely'
import type { Entry, NewBill, PaymentStep, VisitAccount } from '#contract/money.ts'
import type { Owing } from '#contract/money-till.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { escapeLike } from '#server/platform/escape-like.ts'
import { instant, type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import type { BookedTest } from './charged-items.ts'

/** Statements on what visits owe. */

export type VisitKey = { siteId: string; visitId: string }

/** Opens the account of a visit; does nothing if the visit has one. */
export const openAccount = (tx: Db, key: VisitKey, bill: NewBill, currency: string) =>
  tx
    .insertInto('visitAccount')
    .values({ ...key, ...bill, currency })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export type AccountRow = Pick<
  VisitAccount,
  'currency' | 'charged' | 'paid' | 'memberNumber' | 'claimCode' | 'version'
> & { payerId: string; payerKind: VisitAccount['payer']['kind'] }

const account = ({ siteId, visitId }: VisitKey) => sql<AccountRow>`
  select a.currency, a.charged, a.paid, a.member_number, a.claim_code, a.version, a.payer_id, p.kind as payer_kind
  from visit_account a join payer p on p.id = a.payer_id
  where a.site_id = ${siteId} and a.visit_id = ${visitId}`

export const readAccountRow = (db: Db, key: VisitKey): Promise<AccountRow | null> =>
  rowOf(db)`${account(key)}`

/** As `readAccountRow`; whoever charges or takes a payment waits until the transaction ends. */
export const lockAccount = (tx: Db, key: VisitKey): Promise<AccountRow | null> =>
  rowOf(tx)`${account(key)} for update of a`

/** Returns false if the account has changed since `follows`. */
export const writeBill = (
  tx: Db,
  { siteId, visitId }: VisitKey,
  { follows, payerId, memberNumber, claimCode }: NewBill & { follows: number },
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('visitAccount')
      .set({ payerId, memberNumber, claimCode, version: sql<number>`version + 1` })
      .where('siteId', '=', siteId)
      .where('visitId', '=', visitId)
      .where('version', '=', follows),
  )

/** The tests that are charged for a visit: none if it does not take place, or is a repeat collection of another visit. */
export const testsOfVisit = (db: Db, { siteId, visitId }: VisitKey): Promise<BookedTest[]> =>
  rowsOf(db)`
    select vt.test_code as code, vt.package_code as package from visit_test vt join visit v on v.site_id = vt.site_id and v.id = vt.visit_id
    where vt.site_id = ${siteId} and vt.visit_id = ${visitId} and v.recollects is null
      and v.status not in ('cancelled', 'no_show') order by vt.test_code`

export async function namesOfTests(db: Db, codes: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(db)<{ name: string }>`
    select name from test where code = any(${[...codes]}::text[]) order by position`
  return rows.map(({ name }) => name)
}

export type Standing = {
  id: string
  kind: 'charge' | 'discount'
  testCode: string | null
  packageCode: string | null
  /** The code of the charged test or package. */
  item: string | null
  /** The amount that is owed, with its tax; negative for a discount. */
  amount: number
  tax: number
}

/** The charges and discounts that are not reversed. */
export const standingEntries = (db: Db, { siteId, visitId }: VisitKey): Promise<Standing[]> =>
  rowsOf(db)`
    select p.id, p.kind, p.test_code, p.package_code, coalesce(p.test_code, p.package_code) as item, coalesce(sum(l.amount) filter (where l.account = 'receivable'), 0)::bigint as amount,
      coalesce(-sum(l.amount) filter (where l.account = 'tax'), 0)::bigint as tax
    from ledger_posting p left join ledger_line l on l.posting_id = p.id
    where p.site_id = ${siteId} and p.visit_id = ${visitId} and p.kind in ('charge', 'discount')
      and not exists (select from ledger_posting r where r.reverses = p.id)
    group by p.id order by p.id`

/** The tests and packages whose latest charge was reversed by hand. */
export async function waivedItems(db: Db, { siteId, visitId }: VisitKey): Promise<string[]> {
  const rows = await rowsOf(db)<{ code: string }>`
    select coalesce(c.test_code, c.package_code) as code from ledger_posting c join ledger_posting r on r.reverses = c.id and r.by_hand
    where c.site_id = ${siteId} and c.visit_id = ${visitId} and c.kind = 'charge' and not exists (
      select from ledger_posting o where o.site_id = c.site_id and o.visit_id = c.visit_id and o.kind = 'charge'
        and coalesce(o.test_code, o.package_code) = coalesce(c.test_code, c.package_code) and (o.at, o.id) > (c.at, c.id))`
  return rows.map(({ code }) => code)
}

type EntryRow = Omit<Entry, 'receipt' | 'at' | 'reversed'> & {
  at: Date
  /** The later entry that reverses the entry. */
  reversedBy: string | null
  documentKind: 'receipt' | 'refund' | null
  year: number
  number: number
  way: NonNullable<Entry['receipt']>['way']
  reference: string
  refundable: number
}

/** All entries of the books on a visit, in their order. */
export const readEntries = (db: Db, { siteId, visitId }: VisitKey): Promise<EntryRow[]> =>
  rowsOf(db)`
    select p.id, p.at, p.kind, coalesce(t.name, k.name) as test, p.reason, b.full_name as by,
      coalesce((select l.amount from ledger_line l where l.posting_id = p.id and l.account = 'receivable'), 0) as amount,
      coalesce((select -l.amount from ledger_line l where l.posting_id = p.id and l.account = 'tax'), 0) as tax,
      (select r.id from ledger_posting r where r.reverses = p.id) as reversed_by,
      m.kind as document_kind, m.year, m.number, m.way, m.reference,
      case when m.kind = 'receipt'
        then m.amount - coalesce((select sum(f.amount) from payment f where f.refunds = m.id), 0)::bigint
          - coalesce((select sum(f.amount) from online_refund f where f.payment_id = m.id and f.state = 'started'), 0)::bigint
        else 0 end as refundable
    from ledger_posting p left join test t on t.code = p.test_code left join test_package k on k.code = p.package_code
      left join account b on b.id = p.by_id
      left join payment m on m.id = p.id
    where p.site_id = ${siteId} and p.visit_id = ${visitId} order by p.at, p.id`

export const readExceptions = (db: Db, { siteId, visitId }: VisitKey) =>
  rowsOf(db)<{ step: PaymentStep; reason: string; by: string; at: Date }>`
    select e.step, e.reason, b.full_name as by, e.at from payment_exception e join account b on b.id = e.by_id
    where e.site_id = ${siteId} and e.visit_id = ${visitId} order by e.id`

/** Returns false if the step was allowed already. */
export const insertException = (
  tx: Db,
  row: VisitKey & { id: string; step: PaymentStep; reason: string; byId: string; at: Date },
): Promise<boolean> =>
  wroteRow(
    tx
      .insertInto('paymentException')
      .values(row)
      .onConflict((conflict) => conflict.columns(['siteId', 'visitId', 'step']).doNothing()),
  )

/** The condition that the results of a visit do not wait for its payment. `heldSteps` decides the same for a single visit. */
export const areResultsOpen = (
  siteColumn: string,
  visitColumn: string,
): RawBuilder<boolean> => sql`not exists (
  select from visit_account a join payer p on p.id = a.payer_id and p.kind = 'patient'
    cross join money_settings m cross join laboratory l
  where a.site_id = ${sql.ref(siteColumn)} and a.visit_id = ${sql.ref(visitColumn)} and a.charged > a.paid
    and m.hold_results and l.prices_on and not exists (
      select from payment_exception e where e.site_id = a.site_id and e.visit_id = a.visit_id and e.step = 'results'))`

type OwingRow = Omit<Owing, 'startsAt'> & { startsAt: Date }
const latestFirst: Order<OwingRow> = {
  startsAt: instant('v.starts_at desc'),
  visitId: uuid('v.id desc'),
}

/** Visits of patients that owe something or have a credit; those from `until` on only if they are searched for. */
type OwingFilter = { reference: string } | { name: string } | { until: Date }

function owingWhere(which: OwingFilter) {
  if ('reference' in which) return sql`v.reference = ${which.reference}`
  const narrowed =
    'name' in which
      ? sql`v.full_name ilike ${`%${escapeLike(which.name)}%`}`
      : sql`v.starts_at < ${which.until}`
  return sql`a.charged <> a.paid and ${narrowed}`
}

export const listOwing = (
  db: Db,
  sites: Sites,
  { which, ...page }: PageQuery & { which: OwingFilter },
): Promise<Page<OwingRow>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<OwingRow>`
      select v.id as visit_id, v.reference, v.full_name, v.starts_at, s.time_zone, a.currency, a.charged, a.paid,
        a.charged - a.paid as owed
      from visit_account a join visit v on v.site_id = a.site_id and v.id = a.visit_id join site s on s.id = a.site_id
        join payer p on p.id = a.payer_id and p.kind = 'patient'
      where ${owingWhere(which)} ${atSites('a.site_id', sites)} and ${after}
      order by ${by} limit ${limit}`.execute(db),
  )
