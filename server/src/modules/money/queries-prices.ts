import type { Price } from '#contract/money-prices.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { patientPayer } from './queries-settings.ts'

/** Statements on prices. Rows are only added. */

export type TestPrice = {
  test: string
  name: string
  /** Null: nobody has set a price. */
  priceId: string | null
  amount: number | null
  basisPoints: number | null
}

/**
 * What these tests cost a payer on a day: the price of the payer's list, or else the one for patients. Prices in another currency
 * than the laboratory's present one do not count.
 */
export const pricesOf = (
  db: Db,
  payerId: string,
  tests: readonly string[],
  day: string,
): Promise<TestPrice[]> =>
  rowsOf(db)`
    select t.code as test, t.name, p.id as price_id, p.amount, x.basis_points
    from test t
    left join lateral (
      select own.* from unnest(array[${payerId}::uuid, ${patientPayer}::uuid]) with ordinality list (payer, rank)
      cross join lateral (
        select r.id, r.amount, r.tax_id from price r
        where r.payer_id = list.payer and r.test_code = t.code and r.valid_from <= ${day}::date
          and r.currency = (select currency from money_settings)
        order by r.valid_from desc, r.id desc limit 1) own
      where own.amount is not null order by list.rank limit 1) p on true
    left join tax x on x.id = p.tax_id
    where t.code = any(${[...tests]}::text[]) order by t.position`

/** The whole list of a payer on a day, with the next change of each price. */
export const listPrices = (db: Db, payerId: string, day: string): Promise<Price[]> =>
  rowsOf(db)`
    select t.code as test, t.name, p.amount, p.tax_id, p.valid_from, c.amount as patients,
      case when n.valid_from is not null
        then jsonb_build_object('validFrom', n.valid_from, 'amount', n.amount) end as next
    from test t
    left join lateral (select r.amount, r.tax_id, r.valid_from from price r
      where r.payer_id = ${payerId} and r.test_code = t.code and r.valid_from <= ${day}::date
        and r.currency = (select currency from money_settings)
      order by r.valid_from desc, r.id desc limit 1) p on true
    left join lateral (select r.amount from price r
      where r.payer_id = ${patientPayer} and r.test_code = t.code and r.valid_from <= ${day}::date
        and r.currency = (select currency from money_settings)
      order by r.valid_from desc, r.id desc limit 1) c on true
    left join lateral (select r.amount, r.valid_from from price r
      where r.payer_id = ${payerId} and r.test_code = t.code and r.valid_from > ${day}::date
        and r.currency = (select currency from money_settings)
      order by r.valid_from, r.id desc limit 1) n on true
    where t.bookable order by t.position`

type NewPrice = {
  id: string
  payerId: string
  testCode: string
  validFrom: string
  amount: number | null
  taxId: string | null
  currency: string
  setBy: string
  setAt: Date
}

export const insertPrices = (tx: Db, rows: readonly NewPrice[]) =>
  tx
    .insertInto('price')
    .values([...rows])
    .execute()

/** Which of these codes are tests that can be booked. */
export async function offeredTests(db: Db, codes: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('test')
    .select('code')
    .where('bookable', '=', true)
    .where('code', 'in', [...codes])
    .execute()
  return new Set(rows.map(({ code }) => code))
}
