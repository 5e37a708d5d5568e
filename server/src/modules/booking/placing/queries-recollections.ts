import { sql } from 'kysely'
import type { VisitState } from '#contract/visit-states.ts'
import { type Db, rowOf } from '#server/platform/database.ts'
import {
  during,
  type Found,
  freeChair,
  outcomeOf,
  type Place,
  timesOf,
} from '../availability/queries-chairs.ts'

/** Statements on repeat collections: visits at which tubes of an earlier visit, the order, are collected again. */

export type NewRecollection = Place & {
  id: string
  reference: string
  /** The visit whose samples, tasks and report these tubes are for. */
  orderId: string
  tests: readonly string[]
  now: Date
}

/** Books a free chair for the person of the order in one statement; the exclusion constraint decides whether the chair is free. */
export async function insertRecollection(
  tx: Db,
  visit: NewRecollection,
): Promise<'placed' | 'lost' | 'full'> {
  const { start, end } = timesOf(visit)
  const row = await rowOf(tx)<Found>`
    with owner as (
      -- Held until the commit: an account that is being closed finds this visit, or has closed before and does not own it.
      select a.id from visit o join account a on a.id = o.account_id
      where o.site_id = ${visit.siteId} and o.id = ${visit.orderId} and a.status = 'Active' for share of a
    ), ${freeChair(visit)}, placed as (
      insert into visit (site_id, id, status, chair, starts_at, ends_at, during, reference, account_id, person_id, full_name, age,
        gender, contact, email, priority, created_at, recollects)
      select o.site_id, ${visit.id}::uuid, 'booked', free.number, ${start}, ${end}, ${during(visit)},
        ${visit.reference}, (select id from owner), o.person_id, o.full_name, o.age, o.gender, o.contact, o.email, o.priority,
        ${visit.now}, o.id
      from visit o, free where o.site_id = ${visit.siteId} and o.id = ${visit.orderId}
      on conflict do nothing
      returning site_id, id, chair
    ), tests as (
      insert into visit_test (site_id, visit_id, starts_at, test_code)
      select placed.site_id, placed.id, ${start}::timestamptz, code from unnest(${[...visit.tests]}::text[]) code, placed
    )
    select (select number from free) as free, (select chair from placed) as chair`
  return outcomeOf(row)
}

/** Repeat collections of an order in one of these states, oldest first. */
export async function recollectionIds(
  db: Db,
  order: { siteId: string; id: string },
  states: readonly VisitState[],
): Promise<string[]> {
  const visits = await db
    .selectFrom('visit')
    .select('id')
    .where('siteId', '=', order.siteId)
    .where('recollects', '=', order.id)
    .where('status', 'in', states)
    .orderBy('id')
    .execute()
  return visits.map(({ id }) => id)
}

/** Adds tests to a repeat collection. */
export const addTests = (tx: Db, visit: { siteId: string; id: string }, tests: readonly string[]) =>
  sql`
    insert into visit_test (site_id, visit_id, starts_at, test_code)
    select v.site_id, v.id, v.starts_at, code from visit v, unnest(${[...tests]}::text[]) code
    where v.site_id = ${visit.siteId} and v.id = ${visit.id}
    on conflict do nothing`.execute(tx)
