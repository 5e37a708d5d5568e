import { sql } from 'kysely'
import { instantOf } from '#server/modules/sites/index.ts'
import type { Db } from '#server/platform/database.ts'
import { occupies, type Place } from './queries-chairs.ts'

/** Statements on repeat collections: visits at which tubes of an earlier visit, the order, are collected again. */

export type NewRecollection = Place & {
  id: string
  reference: string
  /** The visit whose samples, tasks and report these tubes are for. */
  orderId: string
  tests: readonly string[]
  now: Date
}

/**
 * Books a free chair for the person of the order in one statement, as for every booking: the exclusion constraint decides whether
 * the chair is free. 'lost': somebody took the chosen chair meanwhile.
 */
export async function insertRecollection(
  tx: Db,
  visit: NewRecollection,
): Promise<'placed' | 'lost' | 'full'> {
  const [start, end, until] = [
    instantOf(visit.start),
    instantOf(visit.end),
    instantOf(visit.end + visit.buffer),
  ]
  const { rows } = await sql<{ free: number | null; chair: number | null }>`
    with owner as (
      -- Held until the commit: an account that is being closed finds this visit, or has closed before and does not own it.
      select a.id from visit o join account a on a.id = o.account_id
      where o.site_id = ${visit.siteId} and o.id = ${visit.orderId} and a.status = 'Active' for share of a
    ), free as (
      select c.number from chair c
      where c.site_id = ${visit.siteId} and c.active
        and not exists (select from visit v where v.site_id = c.site_id and v.chair = c.number
          and v.during && tstzrange(${start}, ${until})
          and v.${sql.raw(occupies)})
        and not exists (select from closure o where o.site_id = c.site_id and o.during && tstzrange(${start}, ${end}))
      order by random() limit 1
    ), placed as (
      insert into visit (site_id, id, status, chair, starts_at, ends_at, during, reference, account_id, person_id, full_name, age,
        gender, contact, email, priority, created_at, recollects)
      select o.site_id, ${visit.id}::uuid, 'booked', free.number, ${start}, ${end}, tstzrange(${start}, ${until}),
        ${visit.reference}, (select id from owner), o.person_id, o.full_name, o.age, o.gender, o.contact, o.email, o.priority,
        ${visit.now}, o.id
      from visit o, free where o.site_id = ${visit.siteId} and o.id = ${visit.orderId}
      on conflict do nothing
      returning site_id, id, chair
    ), tests as (
      insert into visit_test (site_id, visit_id, starts_at, test_code)
      select placed.site_id, placed.id, ${start}::timestamptz, code from unnest(${[...visit.tests]}::text[]) code, placed
    )
    select (select number from free) as free, (select chair from placed) as chair`.execute(tx)
  const row = rows[0]
  if (row?.chair != null) return 'placed'
  return row?.free == null ? 'full' : 'lost'
}

/** Repeat collections of an order in one of these states, oldest first. */
export async function recollectionIds(
  db: Db,
  order: { siteId: string; id: string },
  states: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from visit where site_id = ${order.siteId} and recollects is not null and recollects = ${order.id}
      and status = any(${[...states]}::text[]) order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** Adds tests to a repeat collection. */
export async function addTests(
  tx: Db,
  visit: { siteId: string; id: string },
  tests: readonly string[],
): Promise<void> {
  await sql`
    insert into visit_test (site_id, visit_id, starts_at, test_code)
    select v.site_id, v.id, v.starts_at, code from visit v, unnest(${[...tests]}::text[]) code
    where v.site_id = ${visit.siteId} and v.id = ${visit.id}
    on conflict do nothing`.execute(tx)
}
