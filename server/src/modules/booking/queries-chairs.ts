import { sql } from 'kysely'
import { unsignedHoldYieldsSeconds } from '#contract/booking.ts'
import type { Priority } from '#contract/options.ts'
import { firstExtra, instantOf, type Minute } from '#server/modules/sites/index.ts'
import type { Db } from '#server/platform/database.ts'
import type { Busy } from './availability.ts'
import { type Patient, type Reach, within } from './queries-visits.ts'

/** Statements that decide who sits in which chair. */

/** The condition of the exclusion constraint, word for word, so that its index serves: the chair is taken. */
export const occupies = `status in ('held', 'booked', 'arrived', 'collected', 'in_progress', 'completed')`
const occupying = sql.raw(occupies)

/** Arbitrary numbers, the same in every process of the product. */
const [networkLock, dayLock] = [7_446_251, 7_446_252]

export type Place = {
  siteId: string
  /** Epoch minutes; the chair is taken until `end` plus the buffer. */
  start: Minute
  end: Minute
  buffer: number
}

/**
 * Removes holds that have run out and stand in the way of the interval. The constraint cannot look at a clock, so
 * whoever wants the time clears it.
 */
export async function purgeExpiredHolds(db: Db, place: Place, now: Date): Promise<number> {
  const gone = await db
    .deleteFrom('visit')
    .where('siteId', '=', place.siteId)
    .where('status', '=', 'held')
    .where('holdExpiresAt', '<=', now)
    .where(
      sql<boolean>`during && tstzrange(${instantOf(place.start)}, ${instantOf(place.end + place.buffer)})`,
    )
    .returning('id')
    .execute()
  return gone.length
}

/** Holds without an account that signed-in callers may remove: their last minute has begun. */
const yielding = (hold: string, now: Date) =>
  sql`(${sql.ref(`${hold}.hold_network`)} is not null and ${sql.ref(`${hold}.hold_expires_at`)}
    <= ${now}::timestamptz + make_interval(secs => ${sql.lit(unsignedHoldYieldsSeconds)}))`

/**
 * Removes the yielding holds on one chair that has nothing else in the interval, for a caller who is signed in. Returns how
 * many were removed.
 */
export async function takeOverHolds(
  db: Db,
  place: Place & { chair?: number | undefined },
  now: Date,
): Promise<number> {
  const during = sql`tstzrange(${instantOf(place.start)}, ${instantOf(place.end + place.buffer)})`
  const { rows } = await sql`
    with freed as (
      select h.chair from visit h join chair c on c.site_id = h.site_id and c.number = h.chair and c.active
      where h.site_id = ${place.siteId} and h.status = 'held' and h.during && ${during} and ${yielding('h', now)}
        ${place.chair === undefined ? sql`` : sql`and h.chair = ${place.chair}`}
        and not exists (select from visit o where o.site_id = h.site_id and o.chair = h.chair and o.during && ${during}
          and o.${occupying} and not ${yielding('o', now)})
      group by h.chair order by min(h.hold_expires_at) limit 1
    )
    delete from visit h using freed
    where h.site_id = ${place.siteId} and h.chair = freed.chair and h.status = 'held' and h.during && ${during}
      and ${yielding('h', now)}
    returning h.id`.execute(db)
  return rows.length
}

/** Locks to the end of the transaction. The network comes before the day in every call, so no deadlock can occur. */
export async function lockUnsignedHolds(tx: Db, network: Buffer, day: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(networkLock)}, hashtext(${network.toString('hex')}))`.execute(
    tx,
  )
  await sql`select pg_advisory_xact_lock(${sql.lit(dayLock)}, hashtext(${day}))`.execute(tx)
}

export async function countUnsignedHolds(
  tx: Db,
  network: Buffer,
  now: Date,
): Promise<{ count: number; nextEnd: Date | null }> {
  const { rows } = await sql<{ count: number; nextEnd: Date | null }>`
    select count(*)::int as count, min(hold_expires_at) as "nextEnd" from visit
    where hold_network = ${network} and status = 'held' and hold_expires_at > ${now}`.execute(tx)
  return rows[0] ?? { count: 0, nextEnd: null }
}

export async function sweepExpiredHolds(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('visit').where('status', '=', 'held').where('holdExpiresAt', '<=', now).execute()
}

export type NewHold = Place & {
  id: string
  tokenHash: Buffer
  /** Of a caller who is not signed in; null for all others. */
  network: Buffer | null
  expiresAt: Date
  now: Date
}

export async function insertHold(db: Db, hold: NewHold): Promise<'placed' | 'lost' | 'full'> {
  const [start, end, until] = [instantOf(hold.start), instantOf(hold.end), instantOf(hold.end + hold.buffer)]
  const { rows } = await sql<{ free: number | null; chair: number | null }>`
    with free as (
      select c.number from chair c
      where c.site_id = ${hold.siteId} and c.active
        and not exists (select from visit v where v.site_id = ${hold.siteId} and v.chair = c.number
          and v.during && tstzrange(${start}, ${until}) and v.${occupying})
        and not exists (select from closure o where o.site_id = ${hold.siteId} and o.during && tstzrange(${start}, ${end}))
      order by random() limit 1
    ), placed as (
      insert into visit (site_id, id, status, chair, starts_at, ends_at, during, hold_token_hash, hold_network,
        hold_expires_at, created_at)
      select ${hold.siteId}::uuid, ${hold.id}::uuid, 'held', free.number, ${start}, ${end}, tstzrange(${start}, ${until}),
        ${hold.tokenHash}::bytea, ${hold.network}::bytea, ${hold.expiresAt}, ${hold.now}
      from free
      on conflict do nothing
      returning chair
    )
    select (select number from free) as free, (select chair from placed) as chair`.execute(db)
  const row = rows[0]
  if (row?.chair != null) return 'placed'
  return row?.free == null ? 'full' : 'lost'
}

/** Removes a hold and returns its chair and start; null if it has expired or never existed. */
export async function takeHold(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<{ chair: number | null; start: Date } | null> {
  const row = await db
    .deleteFrom('visit')
    .where('holdTokenHash', '=', tokenHash)
    .where('status', '=', 'held')
    .where('holdExpiresAt', '>', now)
    .returning(['chair', 'startsAt'])
    .executeTakeFirst()
  return row ? { chair: row.chair, start: row.startsAt } : null
}

/**
 * Occupied times of a window, by chair: what visits take, a row for each day of a chair with adjacent times joined,
 * and the holds that have not expired; for signed-in callers without the yielding ones. So the cost of a month depends on
 * its days, not on the visits in the table.
 */
export async function readBusy(
  db: Db,
  window: { siteId: string; start: Minute; end: Minute; now: Date; signedIn: boolean; except?: string },
): Promise<Busy[]> {
  const { siteId, start, end, now, signedIn, except } = window
  // No visit and no hold lasts a day, so whatever reaches into the window began on its first day or the one before.
  const [from, to] = [dayOf(start) - 1, dayOf(end - 1)]
  const own = sql`(
    select minutes_of_day(v.during, d.day) from visit v
    where v.site_id = d.site_id and v.id = ${except} and v.chair = d.chair
      and (v.starts_at at time zone 'UTC')::date = d.day)`
  const { rows } = await sql<{ chair: number; day: number; taken: string }>`
    select d.chair, d.day - date '1970-01-01' as day,
      (${except === undefined ? sql`d.taken` : sql`d.taken - coalesce(${own}, '{}')`})::text as taken
    from chair_day d
    where d.site_id = ${siteId} and d.day between date '1970-01-01' + ${from}::int and date '1970-01-01' + ${to}::int
    union all
    select v.chair, held.day - date '1970-01-01', minutes_of_day(v.during, held.day)::text
    from visit v, lateral (select (v.starts_at at time zone 'UTC')::date as day) held
    where v.site_id = ${siteId} and v.status = 'held' and v.hold_expires_at > ${now}
      ${signedIn ? sql`and not ${yielding('v', now)}` : sql``}
      and v.starts_at >= ${instantOf(from * minutesPerDay)} and v.starts_at < ${instantOf(end)}`.execute(db)
  const busy: Busy[] = []
  for (const { chair, day, taken } of rows) {
    const midnight = day * minutesPerDay
    // Written `{[420,450),[465,480)}`.
    const numbers = taken.match(/\d+/g) ?? []
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const one = { chair, start: midnight + Number(numbers[at]), end: midnight + Number(numbers[at + 1]) }
      if (one.end > start) busy.push(one)
    }
  }
  return busy
}

const minutesPerDay = 1440

/** The UTC day that a minute falls on, counted from 1970. */
const dayOf = (minute: Minute) => Math.floor(minute / minutesPerDay)

export type VisitChange = Place & {
  patient: Patient
  priority: Priority
  tests: readonly string[]
  /** This chair or none; any that is free when left out. */
  chair?: number | undefined
  /** How many places beyond the chairs may be taken at this time; none when left out. */
  overbookLimit?: number | undefined
}

/**
 * Moves or changes a visit that is still booked and still at `version` and says which chair it has then: or 'lost' to
 * another chair's taker as an exclusion violation thrown by the constraint, or 'full', or 'stale' when somebody changed
 * it in between. Keeps the chair when it is free at the new time; at its own time it keeps even one that is not in use
 * any more, with the buffer that it was booked with, and stays where the laboratory has closed since.
 */
export async function updateVisit(
  tx: Db,
  reach: Reach,
  id: string,
  version: number,
  change: VisitChange,
): Promise<{ chair: number } | 'full' | 'stale'> {
  const [start, end, until] = [
    instantOf(change.start),
    instantOf(change.end),
    instantOf(change.end + change.buffer),
  ]
  const { rows } = await sql<{ current: boolean; chair: number | null }>`
    with current as (
      select v.site_id, v.id, v.chair, v.during, v.starts_at = ${start} and v.ends_at = ${end} as stays from visit v
      where ${within(reach)} and v.id = ${id} and v.status = 'booked' and v.version = ${version}
      for update
    ), free as (
      select c.number, place.during from chair c, current, lateral (
        select case when current.stays and c.number = current.chair then current.during
          else tstzrange(${start}, ${until}) end as during) place
      where c.site_id = ${change.siteId}
        and (c.active or c.overflow and c.number < ${sql.lit(firstExtra)} + ${change.overbookLimit ?? 0}::int
          or current.stays and c.number = current.chair)
        ${change.chair === undefined ? sql`` : sql`and c.number = ${change.chair}`}
        and (current.stays or not exists (
          select from closure o where o.site_id = c.site_id and o.during && tstzrange(${start}, ${end})))
        and not exists (select from visit o where o.site_id = c.site_id and o.chair = c.number
          and o.during && place.during and o.${occupying} and o.id <> ${id})
      order by c.number = current.chair desc, c.overflow, c.number * c.overflow::int, random() limit 1
    ), changed as (
      update visit v set chair = free.number, starts_at = ${start}, ends_at = ${end},
        during = free.during, full_name = ${change.patient.fullName}, age = ${change.patient.age},
        gender = ${change.patient.gender}, contact = ${change.patient.contact}, email = ${change.patient.email},
        priority = ${change.priority}, version = v.version + 1
      from current, free
      where v.site_id = current.site_id and v.id = current.id
      returning v.chair
    )
    select exists (select from current) as current, (select chair from changed) as chair`.execute(tx)
  const row = rows[0]
  if (!row?.current) return 'stale'
  if (row.chair === null) return 'full'
  await sql`
    delete from visit_test where site_id = ${change.siteId} and visit_id = ${id}
      and test_code <> all(${[...change.tests]}::text[])`.execute(tx)
  await sql`
    insert into visit_test (site_id, visit_id, starts_at, test_code)
    select ${change.siteId}::uuid, ${id}::uuid, ${start}::timestamptz, code from unnest(${[...change.tests]}::text[]) code
    on conflict do nothing`.execute(tx)
  return { chair: row.chair }
}
