import { sql } from 'kysely'
import type { Price } from '#contract/money-prices.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { patientPayer } from './queries-settings.ts'

/** Statements on prices. Rows are only added. */

/** The price of a test or a package. */
export type ItemPrice = {
  /** Its code. */
  item: string
  isPackage: boolean
  name: string
  /** Null: no price is set. */
  priceId: string | null
  amount: number | null
  basisPoints: number | null
}

/** Tests and packages as `t`. */
const catalogueItems = sql`(
      select code, name, catalogue_name, position, bookable, false as is_package from test
      union all select code, name, name, 0, bookable, true from test_package)`

/** The price `r` is of the item `t`. */
const ofItem = sql`case when t.is_package then r.package_code = t.code else r.test_code = t.code end`

/**
 * What these tests and packages cost a payer on a day: the price of the payer's list, or else the price for patients. Prices in
 * another currency than the laboratory's present currency do not count.
 */
export const pricesOf = (
  db: Db,
  payerId: string,
  items: readonly string[],
  day: string,
): Promise<ItemPrice[]> =>
  rowsOf(db)`
    select t.code as item, t.is_package, t.name, p.id as price_id, p.amount, x.basis_points
    from ${catalogueItems} t
    left join lateral (
      select own.* from unnest(array[${payerId}::uuid, ${patientPayer}::uuid]) with ordinality list (payer, rank)
      cross join lateral (
        select r.id, r.amount, r.tax_id from price r
        where r.payer_id = list.payer and ${ofItem} and r.valid_from <= ${day}::date
          and r.currency = (select currency from money_settings)
        order by r.valid_from desc, r.id desc limit 1) own
      where own.amount is not null order by list.rank limit 1) p on true
    left join tax x on x.id = p.tax_id
    where t.code = any(${[...items]}::text[]) order by t.is_package desc, t.position, t.code`

/** The whole list of a payer on a day, with the next change of each price. */
export const listPrices = (db: Db, payerId: string, day: string): Promise<Price[]> =>
  rowsOf(db)`
    select t.code as test, t.is_package, t.catalogue_name as name, p.amount, p.tax_id, p.valid_from, c.amount as patients,
      case when n.valid_from is not null
        then jsonb_build_object('validFrom', n.valid_from, 'amount', n.amount) end as next
    from ${catalogueItems} t
    left join lateral (select r.amount, r.tax_id, r.valid_from from price r
      where r.payer_id = ${payerId} and ${ofItem} and r.valid_from <= ${day}::date
        and r.currency = (select currency from money_settings)
      order by r.valid_from desc, r.id desc limit 1) p on true
    left join lateral (select r.amount from price r
      where r.payer_id = ${patientPayer} and ${ofItem} and r.valid_from <= ${day}::date
        and r.currency = (select currency from money_settings)
      order by r.valid_from desc, r.id desc limit 1) c on true
    left join lateral (select r.amount, r.valid_from from price r
      where r.payer_id = ${payerId} and ${ofItem} and r.valid_from > ${day}::date
        and r.currency = (select currency from money_settings)
      order by r.valid_from, r.id desc limit 1) n on true
    where t.bookable order by t.is_package desc, t.position, t.catalogue_name`

type NewPrice = {
  id: string
  payerId: string
  testCode: string | null
  packageCode: string | null
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

/** The given codes that belong to a bookable test or package. */
export const offeredItems = (
  db: Db,
  codes: readonly string[],
): Promise<{ code: string; isPackage: boolean }[]> =>
  rowsOf(db)`
    select t.code, t.is_package from ${catalogueItems} t where t.bookable and t.code = any(${[...codes]}::text[])`
