import { sql } from 'kysely'
import { unsignedHoldYieldsSeconds } from '#contract/booking.ts'
import type { Priority } from '#contract/options.ts'
import { firstExtra, instantOf, type Minute } from '#server/modules/sites/index.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { insertTests, type Patient, type Reach, type Visit, within } from '../queries-visits.ts'
import type { Busy } from './availability.ts'

/** Statements that give visits and holds a chair. */

/** The chair is taken: the condition of the exclusion constraint word for word, so that its index serves. */
export const occupies = `status in ('held', 'booked', 'arrived', 'collected', 'in_progress', 'completed')`
const occupying = sql.raw(occupies)

/** The instants of a place: start, end, and when its chair is free again. */
export const timesOf = ({ start, end, buffer }: Place) => ({
  start: instantOf(start),
  end: instantOf(end),
  until: instantOf(end + buffer),
})

/** The range of time for which a place takes its chair. */
export const during = (place: Place) => {
  const { start, until } = timesOf(place)
  return sql<boolean>`tstzrange(${start}, ${until})`
}

/** The CTE `free`: the number of a random active chair without a visit or closure at this time. */
export const freeChair = (place: Place) => {
  const { start, end } = timesOf(place)
  return sql`free as (
    select c.number from chair c
    where c.site_id = ${place.siteId} and c.active
      and not exists (select from visit v where v.site_id = ${place.siteId} and v.chair = c.number
        and v.during && ${during(place)} and v.${occupying})
      and not exists (select from closure o where o.site_id = ${place.siteId} and o.during && tstzrange(${start}, ${end}))
    order by random() limit 1)`
}

/** The outcome of `free` and `placed`. 'lost': a concurrent transaction took the chosen chair. */
export type Found = { free: number | null; chair: number | null }
export const outcomeOf = (found: Found | null): 'placed' | 'lost' | 'full' => {
  if (found?.chair != null) return 'placed'
  return found?.free == null ? 'full' : 'lost'
}

/** Arbitrary numbers, the same in every process of the product. */
const [networkLock, dayLock] = [7_446_251, 7_446_252]

export type Place = {
  siteId: string
  /** Epoch minutes; the chair is taken until `end` plus the buffer. */
  start: Minute
  end: Minute
  buffer: number
}

/** The state is part of the text, since both indexes that serve are partial. */
const deleteExpiredHolds = (db: Db, now: Date) =>
  db.deleteFrom('visit').where('status', '=', sql.lit('held')).where('holdExpiresAt', '<=', now)

export const sweepExpiredHolds = (db: Db, now: Date) => deleteExpiredHolds(db, now).execute()

/** Removes expired holds in the interval, since they still violate the constraint. Returns how many were removed. */
export async function purgeExpiredHolds(db: Db, place: Place, now: Date): Promise<number> {
  const gone = await deleteExpiredHolds(db, now)
    .where('siteId', '=', place.siteId)
    .where(sql<boolean>`during && ${during(place)}`)
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
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
  const rows = await rowsOf(db)`
    with freed as (
      select h.chair from visit h join chair c on c.site_id = h.site_id and c.number = h.chair and c.active
      where h.site_id = ${place.siteId} and h.status = 'held' and h.during && ${during(place)} and ${yielding('h', now)}
        ${place.chair === undefined ? sql`` : sql`and h.chair = ${place.chair}`}
        and not exists (select from visit o where o.site_id = h.site_id and o.chair = h.chair and o.during && ${during(place)}
          and o.${occupying} and not ${yielding('o', now)})
      group by h.chair order by min(h.hold_expires_at) limit 1
    )
    delete from visit h using freed
    where h.site_id = ${place.siteId} and h.chair = freed.chair and h.status = 'held' and h.during && ${during(place)}
      and ${yielding('h', now)}
    returning h.id`
  return rows.length
}

/** Locks to the end of the transaction. The network comes before the day in every call, so no deadlock can occur. */
export async function lockUnsignedHolds(tx: Db, network: Buffer, day: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(networkLock)}, hashtext(${network.toString('hex')}))`.execute(
    tx,
  )
  await sql`select pg_advisory_xact_lock(${sql.lit(dayLock)}, hashtext(${day}))`.execute(tx)
}

/** The number of a network's holds, and when the first of them ends. */
export const countUnsignedHolds = (db: Db, network: Buffer, now: Date) =>
  db
    .selectFrom('visit')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('holdExpiresAt').as('nextEnd')])
    .where('holdNetwork', '=', network)
    .where('status', '=', sql.lit('held'))
    .where('holdExpiresAt', '>', now)
    .executeTakeFirstOrThrow()

export type NewHold = Place & {
  id: string
  tokenHash: Buffer
  /** Of a caller who is not signed in; null for all others. */
  network: Buffer | null
  expiresAt: Date
  now: Date
}

export async function insertHold(db: Db, hold: NewHold): Promise<'placed' | 'lost' | 'full'> {
  const { start, end } = timesOf(hold)
  const row = await rowOf(db)<Found>`
    with ${freeChair(hold)}, placed as (
      insert into visit (site_id, id, status, chair, starts_at, ends_at, during, hold_token_hash, hold_network,
        hold_expires_at, created_at)
      select ${hold.siteId}::uuid, ${hold.id}::uuid, 'held', free.number, ${start}, ${end}, ${during(hold)},
        ${hold.tokenHash}::bytea, ${hold.network}::bytea, ${hold.expiresAt}, ${hold.now}
      from free
      on conflict do nothing
      returning chair
    )
    select (select number from free) as free, (select chair from placed) as chair`
  return outcomeOf(row)
}

/** Removes a hold and returns its chair; undefined if it has expired or never existed. */
export const takeHold = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .deleteFrom('visit')
    .where('holdTokenHash', '=', tokenHash)
    .where('status', '=', 'held')
    .where('holdExpiresAt', '>', now)
    .returning('chair')
    .executeTakeFirst()

type Window = Pick<Place, 'siteId' | 'start' | 'end'> & {
  now: Date
  signedIn: boolean
  /** A visit whose own time counts as free. */
  except?: string | undefined
}

/**
 * Occupied times of the chairs in a window: those of visits, from the summary of each chair's day, so that the cost of a month depends
 * on its days and not on its visits; and unexpired holds, for signed-in callers without the yielding ones.
 */
export async function readBusy(db: Db, window: Window): Promise<Busy[]> {
  return busyOf(await readBusyRows(db, window), window.start)
}

/** A chair with its days, written `20417{[420,450),[465,480)}`: the day, then minutes of it. */
export type BusyRow = { chair: number; days: string }

/** As `readBusy`, but in the text format of the database. */
export function readBusyRows(
  db: Db,
  { siteId, start, end, now, signedIn, except }: Window,
): Promise<BusyRow[]> {
  // No visit or hold lasts a day, so all of the window began on its first day, the day before, or later.
  const [from, to] = [dayOf(start) - 1, dayOf(end - 1)]
  const own = sql`(
    select minutes_of_day(v.during, d.day) from visit v
    where v.site_id = d.site_id and v.id = ${except} and v.chair = d.chair
      and (v.starts_at at time zone 'UTC')::date = d.day)`
  // One row for each chair: the number of rows costs more than their size.
  return rowsOf(db)<BusyRow>`
    select chair, string_agg((day - date '1970-01-01')::text || taken::text, ' ') as days from (
      select d.chair, d.day, ${except === undefined ? sql`d.taken` : sql`d.taken - coalesce(${own}, '{}')`} as taken
      from chair_day d
      where d.site_id = ${siteId} and d.day between date '1970-01-01' + ${from}::int and date '1970-01-01' + ${to}::int
      union all
      select v.chair, held.day, minutes_of_day(v.during, held.day)
      from visit v, lateral (select (v.starts_at at time zone 'UTC')::date as day) held
      where v.site_id = ${siteId} and v.status = 'held' and v.hold_expires_at > ${now}
        ${signedIn ? sql`and not ${yielding('v', now)}` : sql``}
        and v.starts_at >= ${instantOf(from * minutesPerDay)} and v.starts_at < ${instantOf(end)}) parts
    group by chair`
}

/** The occupied times of rows that end after `start`. */
export function busyOf(rows: readonly BusyRow[], start: Minute): Busy[] {
  const busy: Busy[] = []
  for (const { chair, days } of rows) {
    for (const day of days.split(' ')) {
      // The format is `20417{[420,450),[465,480)}`: the day number, then ranges of minutes of that day.
      const numbers = numbersIn(day)
      const midnight = (numbers[0] ?? 0) * minutesPerDay
      for (let at = 1; at + 1 < numbers.length; at += 2) {
        const end = midnight + (numbers[at + 1] ?? 0)
        if (end > start) busy.push({ chair, start: midnight + (numbers[at] ?? 0), end })
      }
    }
  }
  return busy
}

/** The whole numbers of a text, in order: 0.3 µs for the text of a day, with a regular expression 0.9. */
function numbersIn(text: string): number[] {
  const numbers: number[] = []
  let number = -1
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - zero
    if (digit >= 0 && digit <= 9) number = (number < 0 ? 0 : number * 10) + digit
    else if (number >= 0) {
      numbers.push(number)
      number = -1
    }
  }
  if (number >= 0) numbers.push(number)
  return numbers
}
const zero = '0'.charCodeAt(0)

const minutesPerDay = 1440

/** The UTC day that a minute falls on, counted from 1970. */
const dayOf = (minute: Minute) => Math.floor(minute / minutesPerDay)

export type VisitChange = Place & {
  patient: Patient
  priority: Priority
  tests: Visit['tests']
  /** This chair or none; any that is free when left out. */
  chair?: number | undefined
  /** How many places beyond the chairs may be taken at this time; none when left out. */
  overbookLimit?: number | undefined
}

/**
 * Moves or changes a visit that is still booked and at the version that was read. Returns its chair; 'full' if none is free; 'stale'
 * if somebody changed the visit meanwhile. Keeps the chair if it is free at the new time. At its own time the visit keeps even a chair
 * that is out of use, with the buffer that it was booked with, and stays where the laboratory has closed since.
 * @throws an exclusion violation if somebody else takes the chair at this moment
 */
export async function updateVisit(
  tx: Db,
  reach: Reach,
  { id, version }: { id: string; version: number },
  change: VisitChange,
): Promise<{ chair: number } | 'full' | 'stale'> {
  const { siteId, patient, priority, chair, tests, overbookLimit = 0 } = change
  const { start, end } = timesOf(change)
  const row = await rowOf(tx)<{ current: boolean; chair: number | null }>`
    with current as (
      select v.site_id, v.id, v.chair, v.during, v.starts_at = ${start} and v.ends_at = ${end} as stays from visit v
      where ${within(reach)} and v.id = ${id} and v.status = 'booked' and v.version = ${version}
      for update
    ), free as (
      select c.number, place.during from chair c, current, lateral (
        select case when current.stays and c.number = current.chair then current.during
          else ${during(change)} end as during) place
      where c.site_id = ${siteId}
        and (c.active or c.overflow and c.number < ${sql.lit(firstExtra)} + ${overbookLimit}::int
          or current.stays and c.number = current.chair)
        ${chair === undefined ? sql`` : sql`and c.number = ${chair}`}
        and (current.stays or not exists (
          select from closure o where o.site_id = c.site_id and o.during && tstzrange(${start}, ${end})))
        and not exists (select from visit o where o.site_id = c.site_id and o.chair = c.number
          and o.during && place.during and o.${occupying} and o.id <> ${id})
      order by c.number = current.chair desc, c.overflow, c.number * c.overflow::int, random() limit 1
    ), changed as (
      update visit v set chair = free.number, starts_at = ${start}, ends_at = ${end},
        during = free.during, full_name = ${patient.fullName}, age = ${patient.age}, gender = ${patient.gender},
        contact = ${patient.contact}, email = ${patient.email}, priority = ${priority}, version = v.version + 1
      from current, free
      where v.site_id = current.site_id and v.id = current.id
      returning v.chair
    )
    select exists (select from current) as current, (select chair from changed) as chair`
  if (!row?.current) return 'stale'
  if (row.chair === null) return 'full'
  await tx
    .deleteFrom('visitTest')
    .where('siteId', '=', siteId)
    .where('visitId', '=', id)
    .where(({ eb, or }) =>
      or([
        eb(
          'testCode',
          'not in',
          tests.map(({ code }) => code),
        ),
        eb(
          'testCode',
          'in',
          tests
            .filter((test) => test.package !== null)
            .map(({ code }) => code)
            .concat(''),
        ),
      ]),
    )
    .execute()
  await insertTests(tx, { siteId, id, startsAt: start }, tests)
  return { chair: row.chair }
}
