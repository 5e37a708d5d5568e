import { type Insertable, type Selectable, sql } from 'kysely'
import type { MovementKind, StockItemDetail, StockKind, StockLot } from '#contract/stock.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { DB, StockItem as Item, StockMovement as Movement } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { andIf, anyId } from '#server/platform/statement.ts'

/** Statements on the stock. */

const today = (now: Date) => sql`(${now}::timestamptz at time zone s.time_zone)::date`
/** An opened lot can be used for a limited time. */
const usableUntil = sql`least(l.expires_on, l.opened_on + i.open_days)`

/** The quantity of item `i` of site `s` that can be used today, in opened and unopened lots. */
const usableOf = (now: Date) => sql`(select coalesce(sum(l.remaining), 0) from stock_lot l
  where l.item_id = i.id and ${usableUntil} >= ${today(now)})`

export type ItemRow = Omit<Selectable<Item>, 'kind'> & { kind: StockKind; site: string; today: string }

export const readItems = (db: Db, sites: Sites, siteId: string | undefined, now: Date): Promise<ItemRow[]> =>
  rowsOf(db)`select i.*, s.name as site, ${today(now)}::text as today
    from stock_item i join site s on s.id = i.site_id
    where i.ended_at is null ${atSites('i.site_id', sites)} ${andIf(siteId, (id) => sql`i.site_id = ${id}`)}
    order by lower(i.name), i.id`

export const readItem = (db: Db, sites: Sites, id: string, now: Date): Promise<ItemRow | null> =>
  rowOf(db)`select i.*, s.name as site, ${today(now)}::text as today
    from stock_item i join site s on s.id = i.site_id where i.id = ${id} ${atSites('i.site_id', sites)}`

/** Locks an item until the transaction ends, so that two deliveries of one lot become one lot. */
export const lockItem = (tx: Db, id: string) =>
  sql`select from stock_item where id = ${id} for update`.execute(tx)

export type LotRow = Omit<StockLot, 'whyNotOpen' | 'isExpired'> & { itemId: string; siteId: string }

const lotColumns = sql`l.id, l.item_id, l.site_id, l.number, l.expires_on::text as expires_on, l.opened_on::text as opened_on,
  ${usableUntil}::text as usable_until, l.remaining`

/** The lots of items that are not used up, first expiring first. */
export const readLots = (db: Db, items: readonly string[]): Promise<LotRow[]> =>
  rowsOf(db)`select ${lotColumns} from stock_lot l join stock_item i on i.id = l.item_id
    where l.item_id = ${anyId(items)} and l.remaining > 0 order by ${usableUntil}, l.id`

/** The lots of reagents and kits of a site that are not used up, the usable lots first. */
export const readReagentLots = (
  db: Db,
  siteId: string,
  now: Date,
): Promise<{ id: string; item: string; number: string; expiresOn: string; isUsable: boolean }[]> =>
  rowsOf(db)`select * from (
      select l.id, i.name as item, l.number, l.expires_on::text as expires_on,
        l.opened_on is not null and ${usableUntil} >= ${today(now)} as is_usable
      from stock_lot l join stock_item i on i.id = l.item_id join site s on s.id = l.site_id
      where l.site_id = ${siteId} and l.remaining > 0 and i.kind in ('reagent', 'kit', 'control') and i.ended_at is null) l
    order by not is_usable, lower(item), expires_on, id`

/**
 * The lots of kits of a site, first expiring first, for the rapid tests of a test: of the kits that the test is set up to use, or of all
 * kits if there are none.
 */
export const readKitLots = (
  db: Db,
  { siteId, testCode }: { siteId: string; testCode: string },
  now: Date,
): Promise<{ id: string; kit: string; lot: string; expiresOn: string; isUsable: boolean }[]> =>
  rowsOf(db)`
    with kit as (
      select i.id, i.name, i.open_days, u.test_code is not null as is_for_test
      from stock_item i left join stock_item_test u on u.item_id = i.id and u.test_code = ${testCode}
      where i.site_id = ${siteId} and i.kind = 'kit' and i.ended_at is null)
    select l.id, i.name as kit, l.number as lot, l.expires_on::text as expires_on,
      l.opened_on is not null and l.remaining > 0 and ${usableUntil} >= ${today(now)} as is_usable
    from kit i join stock_lot l on l.item_id = i.id join site s on s.id = l.site_id
    where i.is_for_test or not exists (select from kit where is_for_test)
    order by ${usableUntil}, l.id`

/** Reads a lot, and locks it until the transaction ends. */
export const lockLot = (
  tx: Db,
  sites: Sites,
  id: string,
  now: Date,
): Promise<(LotRow & { name: string; unit: string; today: string }) | null> =>
  rowOf(tx)`select ${lotColumns}, i.name, i.unit, ${today(now)}::text as today
    from stock_lot l join stock_item i on i.id = l.item_id join site s on s.id = l.site_id
    where l.id = ${id} ${atSites('l.site_id', sites)} for update of l`

export const lotOfNumber = (tx: Db, itemId: string, number: string) =>
  tx
    .selectFrom('stockLot')
    .select(['id', sql<string>`expires_on::text`.as('expiresOn')])
    .where('itemId', '=', itemId)
    .where('number', '=', number)
    .executeTakeFirst()

export const insertLot = (tx: Db, lot: Insertable<DB['stockLot']>) =>
  tx.insertInto('stockLot').values(lot).execute()

export const openLot = (tx: Db, id: string, openedOn: string): Promise<boolean> =>
  wroteRow(tx.updateTable('stockLot').set({ openedOn }).where('id', '=', id).where('openedOn', 'is', null))

export const insertMovements = (tx: Db, movements: readonly Insertable<Movement>[]) =>
  tx
    .insertInto('stockMovement')
    .values([...movements])
    .execute()

/** The latest movements of an item, without the uses of confidential tests that the account may not see: a kit would disclose the result. */
export const readMovements = (
  db: Db,
  accountId: string,
  itemId: string,
  limit: number,
): Promise<
  { id: string; kind: MovementKind; lot: string; amount: number; at: Date; by: string; reason: string }[]
> =>
  rowsOf(db)`select m.id, m.kind, l.number as lot, m.amount, m.at, a.full_name as by, m.reason
    from stock_movement m join stock_lot l on l.id = m.lot_id join account a on a.id = m.by
    where l.item_id = ${itemId} and (m.task_id is null or exists (select from task k join test t on t.code = k.test_code
      where k.site_id = m.site_id and k.id = m.task_id and sees_test(${accountId}, t)))
    order by m.id desc limit ${limit}`

export const readUses = (db: Db, itemId: string): Promise<StockItemDetail['uses']> =>
  rowsOf(
    db,
  )`select u.test_code as test, t.catalogue_name as name, u.amount from stock_item_test u join test t on t.code = u.test_code
    where u.item_id = ${itemId} order by t.position, t.code`

/**
 * The needs of items by day: the quantities that the tests of visits use. `isAhead`: from today on, for visits that are not
 * completed; otherwise for visits whose samples were taken.
 */
export const readNeeds = (
  db: Db,
  items: readonly string[],
  { now, from, to }: { now: Date; from: Date; to: Date },
): Promise<{ itemId: string; day: string; isAhead: boolean; amount: number }[]> =>
  rowsOf(db)`
    select item_id, day::text as day, is_ahead, sum(amount)::int as amount
    from (
      -- The tests of a visit share a tube.
      select u.item_id, case i.kind when 'tube' then max(u.amount) else sum(u.amount) end as amount, v.status, d.day,
        d.day >= ${today(now)} and v.status <> 'completed' as is_ahead
      from stock_item i
        join stock_item_test u on u.item_id = i.id
        join site s on s.id = i.site_id
        join visit_test x on x.site_id = i.site_id and x.test_code = u.test_code and x.starts_at >= ${from} and x.starts_at < ${to}
        join visit v on v.site_id = x.site_id and v.id = x.visit_id
        cross join lateral (select (x.starts_at at time zone s.time_zone)::date as day) d
      where i.id = ${anyId(items)}
      group by u.item_id, i.kind, v.site_id, v.id, v.status, d.day, s.time_zone) n
    where status in ('collected', 'in_progress', 'completed') or is_ahead and status in ('booked', 'arrived')
    group by item_id, day, is_ahead`

/**
 * For each item that these tests use, the quantity and the lot in use that expires first: either the tubes, which the tests share, or the
 * other items. The kits of a test that is done with rapid tests are left out: its rapid tests name them (`useKits`).
 */
export const lotsInUse = (
  tx: Db,
  { siteId, tests, tubes, now }: { siteId: string; tests: readonly string[]; tubes: boolean; now: Date },
): Promise<{ lotId: string; amount: number }[]> =>
  rowsOf(tx)`
    select l.id as lot_id, least(i.amount, l.remaining) as amount
    from (
        -- All transactions lock lots in the order of the items.
        select i.id, i.open_days, max(u.amount) as amount, ${today(now)} as today
        from stock_item i join stock_item_test u on u.item_id = i.id and u.test_code = any(${[...tests]}::text[])
          join site s on s.id = i.site_id
        where i.site_id = ${siteId} and i.ended_at is null and (i.kind = 'tube') = ${tubes}
          and not (i.kind = 'kit' and exists (select from test t where t.code = u.test_code and t.rapid_tests is not null))
        group by i.id, s.time_zone order by i.id) i
      cross join lateral (
        select l.id, l.remaining from stock_lot l
        where l.item_id = i.id and l.opened_on is not null and l.remaining > 0 and ${usableUntil} >= i.today
        order by ${usableUntil}, l.id limit 1 for update of l) l`

/**
 * The lots that tasks used, with those of the tubes of their samples. Those of a test that the account may not see are left out, since
 * the kits would disclose it.
 */
export const readLotsOfTasks = (
  db: Db,
  { accountId, sites }: { accountId: string; sites: Sites },
  taskIds: readonly string[],
): Promise<{ taskId: string; itemId: string; name: string; number: string; expiresOn: string }[]> =>
  rowsOf(db)`select w.id as task_id, i.id as item_id, i.name, l.number, l.expires_on::text as expires_on
    from task w join test t on t.code = w.test_code join task k on k.site_id = w.site_id and k.sample_id = w.sample_id
      join stock_movement m on m.site_id = k.site_id and m.task_id = k.id
      join stock_lot l on l.id = m.lot_id join stock_item i on i.id = l.item_id
    where w.id = any(${[...taskIds]}::uuid[]) ${atSites('w.site_id', sites)} and sees_test(${accountId}, t)
      and (k.id = w.id or i.kind = 'tube')
    group by w.id, i.id, i.name, l.number, l.expires_on having sum(m.amount) < 0
    order by w.id, i.name, l.number`

/**
 * The items at their reorder level or below about which staff were not notified yet, except items that were never delivered. Lots that
 * can no longer be used do not count.
 */
export const readLow = (
  db: Db,
  now: Date,
): Promise<{ id: string; siteId: string; name: string; site: string }[]> =>
  rowsOf(db)`select i.id, i.site_id, i.name, s.name as site from site s join stock_item i on i.site_id = s.id
    where i.ended_at is null and i.low_told_at is null and ${usableOf(now)} <= i.reorder_level
      and exists (select from stock_lot l where l.item_id = i.id)`

/** Marks an item as notified. Returns false if it is already. */
export const markLow = (tx: Db, id: string, lowToldAt: Date): Promise<boolean> =>
  wroteRow(tx.updateTable('stockItem').set({ lowToldAt }).where('id', '=', id).where('lowToldAt', 'is', null))

/** Removes the mark from items that are above their reorder level again. */
export const forgetLow = (db: Db, now: Date) =>
  sql`update stock_item i set low_told_at = null from site s
    where s.id = i.site_id and i.low_told_at is not null and ${usableOf(now)} > i.reorder_level`.execute(db)

export const insertItem = (tx: Db, item: Insertable<Item>) =>
  tx.insertInto('stockItem').values(item).execute()

type ItemChange = Partial<Omit<Insertable<Item>, 'id' | 'siteId' | 'version'>>

/** Returns false if the item has changed since `version`. */
export const writeItem = (tx: Db, id: string, version: number, change: ItemChange): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('stockItem')
      .set({ ...change, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version),
  )

export async function replaceUses(
  tx: Db,
  itemId: string,
  uses: readonly { test: string; amount: number }[],
): Promise<void> {
  await tx.deleteFrom('stockItemTest').where('itemId', '=', itemId).execute()
  if (uses.length === 0) return
  const rows = uses.map(({ test: testCode, amount }) => ({ itemId, testCode, amount }))
  await tx.insertInto('stockItemTest').values(rows).execute()
}
