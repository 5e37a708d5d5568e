import { sql } from 'kysely'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'

/** Statements that write the charges and payments of the demonstration. The ledger's own triggers keep the sums. */

/** Makes an account a cashier, who also gives discounts and refunds. */
export const letHandleMoney = (db: Db, accountId: string) =>
  sql`update account set permissions = permissions || array['payments', 'discounts'] where id = ${accountId}`.execute(
    db,
  )

export async function facilityNamed(db: Db, name: string): Promise<string | null> {
  const row = await db.selectFrom('facility').select('id').where('name', '=', name).executeTakeFirst()
  return row?.id ?? null
}

/** Accounts and charges of all visits from an instant on, future visits included. An insurer or a facility pays for some. */
export async function chargeVisits(
  db: Db,
  { since, insurer, facility }: { since: Date; insurer: string; facility: string | null },
): Promise<void> {
  await sql`
    insert into visit_account (site_id, visit_id, payer_id, currency, member_number, claim_code)
    select v.site_id, v.id,
      case when n % 9 = 0 then ${insurer}::uuid
        when n % 13 = 0 and ${facility}::uuid is not null then ${facility}::uuid
        else (select id from payer where kind = 'patient') end,
      'GHS', case when n % 9 = 0 then 'EX-' || (10000 + n * 7) else '' end, case when n % 9 = 0 then 'C' || (5000 + n) else '' end
    from (select site_id, id, row_number() over (order by starts_at, id) as n from visit
      where starts_at >= ${since} and recollects is null and status not in ('held', 'cancelled', 'no_show')) v`.execute(
    db,
  )
  await sql`
    with charged as (
      insert into ledger_posting (id, site_id, at, kind, visit_id, payer_id, test_code, price_id, currency, reason)
      select gen_random_uuid(), a.site_id, v.created_at, 'charge', a.visit_id, a.payer_id, p.test_code, p.id, 'GHS', ''
      from visit_account a join visit v on v.site_id = a.site_id and v.id = a.visit_id
        join visit_test vt on vt.site_id = a.site_id and vt.visit_id = a.visit_id
        cross join lateral (select r.* from price r join payer y on y.id = r.payer_id
          where r.test_code = vt.test_code and (r.payer_id = a.payer_id or y.kind = 'patient')
          order by r.payer_id = a.payer_id desc limit 1) p
      returning id, price_id)
    insert into ledger_line (posting_id, account, amount)
    select c.id, side.account, side.amount from charged c join price p on p.id = c.price_id left join tax x on x.id = p.tax_id
      cross join lateral (select coalesce(round(p.amount * x.basis_points::numeric / (10000 + x.basis_points)), 0)::bigint as tax) w
      cross join lateral (values ('receivable', p.amount), ('income', w.tax - p.amount), ('tax', -w.tax)) side (account, amount)
    where side.amount <> 0`.execute(db)
}

export const sitesOfTills = (db: Db): Promise<{ id: string; timeZone: string }[]> =>
  rowsOf(db)`select id, time_zone from site where closed_at is null order by created_at limit 1`

/** Visits of patients who came while a till was open and have not paid. */
export const visitsToPay = (
  db: Db,
  tillId: string,
  until: Date,
  limit: number,
): Promise<{ visitId: string; charged: number; startsAt: Date }[]> =>
  rowsOf(db)`
    select a.visit_id, a.charged, v.starts_at
    from visit_account a join visit v on v.site_id = a.site_id and v.id = a.visit_id
      join payer p on p.id = a.payer_id and p.kind = 'patient'
      join till t on t.id = ${tillId} and t.site_id = a.site_id and v.starts_at >= t.opened_at
    where v.starts_at < ${until} and a.charged >= 5000 and a.paid = 0 and v.status in ('collected', 'in_progress', 'completed')
    order by hashtext(v.id::text), v.id limit ${limit}`

/** The first payment of a till by mobile money that left nothing to pay. */
export const paidByMobileMoney = (
  db: Db,
  tillId: string,
): Promise<{ visitId: string; amount: number } | null> =>
  rowOf(db)`
    select p.visit_id, m.amount from ledger_posting p join payment m on m.id = p.id
      join visit_account a on a.site_id = p.site_id and a.visit_id = p.visit_id
    where p.till_id = ${tillId} and m.way = 'mobile_money' and a.charged = a.paid order by p.at, p.id limit 1`

/** Patients who came while the till was open have paid, in one of four ways; every fourteenth owes a part. */
export const payVisits = (db: Db, tillId: string, until: Date) =>
  sql`
    with due as (
      select gen_random_uuid() as id, a.site_id, a.visit_id, a.payer_id, t.id as till_id, t.account_id,
        v.starts_at + interval '2 minutes' as at,
        case when n.n % 14 = 0 then a.charged / 2 else a.charged end as amount,
        (array['cash', 'mobile_money', 'cash', 'card', 'mobile_money', 'cash', 'bank'])[1 + n.n % 7] as way
      from visit_account a join visit v on v.site_id = a.site_id and v.id = a.visit_id
        join payer p on p.id = a.payer_id and p.kind = 'patient'
        join till t on t.id = ${tillId} and t.site_id = a.site_id and v.starts_at >= t.opened_at
        cross join lateral (select (hashtext(v.id::text) & 2147483647) as n) n
      where v.starts_at < ${until} and a.charged > 1
        and v.status in ('collected', 'in_progress', 'completed')
    ), posted as (
      insert into ledger_posting (id, site_id, at, kind, visit_id, payer_id, till_id, currency, reason, by_id)
      select id, site_id, at, 'payment', visit_id, payer_id, till_id, 'GHS', '', account_id from due
    ), lines as (
      insert into ledger_line (posting_id, account, amount)
      select id, way, amount from due union all select id, 'receivable', -amount from due
    )
    insert into payment (id, kind, year, number, way, amount, currency, reference)
    select id, 'receipt', extract(year from at), 0, way, amount, 'GHS',
      case way when 'mobile_money' then 'MM' || (100000 + (hashtext(id::text) & 2147483647) % 900000) else '' end
    from due order by at, id`.execute(db)

/** Closes a till with its cash counted, or with one cedi too little. */
export async function closeTill(
  db: Db,
  { id, at, isShort }: { id: string; at: Date; isShort: boolean },
): Promise<void> {
  const note = isShort ? 'Change given twice' : ''
  await sql`
    update till set expected_amount = float_amount + cash_amount,
      counted_amount = float_amount + cash_amount - ${isShort ? 100 : 0}::bigint, note = ${note}, closed_at = ${at}
    where id = ${id}`.execute(db)
  if (!isShort) return
  await sql`
    with posted as (
      insert into ledger_posting (id, site_id, at, kind, till_id, currency, reason, by_id)
      select gen_random_uuid(), site_id, closed_at, 'difference', id, currency, note, account_id
      from till where id = ${id} returning id)
    insert into ledger_line (posting_id, account, amount)
    select p.id, side.account, side.amount from posted p
      cross join (values ('cash', -100), ('difference', 100)) side (account, amount)`.execute(db)
}

/** Opens a till of a cashier. */
export const openTill = (
  db: Db,
  { at, float, ...till }: { id: string; siteId: string; accountId: string; float: number; at: Date },
) =>
  db
    .insertInto('till')
    .values({ ...till, currency: 'GHS', floatAmount: float, openedAt: at })
    .execute()
