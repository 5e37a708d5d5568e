import { CompiledQuery, sql } from 'kysely'
import { unsignedHoldYieldsSeconds } from '#contract/booking.ts'
import type { Priority } from '#contract/options.ts'
import type { Placed } from '#server/modules/people/index.ts'
import { instantOf, type Minute } from '#server/modules/sites/index.ts'
import type { Db } from '#server/platform/database.ts'
import type { Busy } from './availability.ts'
import { type Patient, type Reach, within } from './queries-visits.ts'

/** Statements that decide who sits in which chair. */

/** States in which a chair is taken: word for word the condition of the constraint, so that its index serves. */
const occupying = sql.raw(`status in ('held', 'booked', 'arrived', 'collected', 'in_progress', 'completed')`)

/** Arbitrary numbers, the same in every process of the product. */
const [networkLock, dayLock] = [7_446_251, 7_446_252]

export type Place = {
  siteId: string
  /** Epoch minutes; the chair is taken until `end` plus the buffer. */
  start: Minute
  end: Minute
  buffer: number
}

export type NewVisit = Place & {
  id: string
  reference: string
  accountId: string | null
  patient: Patient
  person: Placed
  priority: Priority
  tests: readonly string[]
  now: Date
  /** Taken when it is free, for a visit that comes from a hold. */
  preferredChair: number | null
  /** The plan that was decided by, and how many visits to come its owner may have, this one included. */
  planVersion: string
  mostUpcoming: number
  /** How many places beyond the chairs may be taken at this time; none when left out. */
  overbookLimit?: number
  reason?: string | undefined
  audit: { id: string; role: string | null; network: string; accountId: string | null; after: string }
  mail: { id: string; to: string; payload: string } | null
  idempotency: { key: string; accountId: string; requestHash: Buffer; answer: string } | null
}

/**
 * One statement, so that one round trip and one commit do it all: choose a free chair, place the visit, note its
 * tests, the audit row, the mail and the answer for its key. The choice only spreads the load (at random, so that
 * many at once do not all try the first chair); whether the chair is really free is decided by the exclusion
 * constraint, for the places beyond the chairs (491 and up, taken last) as for any other, on which the insert yields without an error. The account's row is shared until the commit: whoever
 * closes the account waits for it and then finds the visit, or has closed it before, and there is no visit.
 */
const placeVisit = (newPerson: string) => `
with owner as (
  select id from account where id = $7 and status = 'Active' for share
), upcoming as (
  select count(*) as visits from visit where account_id = $7 and starts_at > $15 and status = 'booked'
), free as (
  select c.number from chair c
  where c.site_id = $1 and (c.active or c.overflow and c.number <= 490 + $31::int) and ($7::uuid is null or exists (select from owner))
    and (select plan_version from laboratory) = $29 and (select visits from upcoming) < $30
    and c.number not in (
      select v.chair from visit v where v.site_id = $1 and v.during && tstzrange($4, $6) and v.chair is not null
        and v.status in ('held', 'booked', 'arrived', 'collected', 'in_progress', 'completed'))
    and not exists (select from closure o where o.site_id = $1 and o.during && tstzrange($4, $5))
  order by c.number = $16 desc, c.overflow, c.number * c.overflow::int, random()
  limit 1
), placed as (
  insert into visit (site_id, id, status, chair, starts_at, ends_at, during, reference, account_id,
    person_id, full_name, age, gender, contact, email, priority, created_at)
  select $1, $2, 'booked', free.number, $4, $5, tstzrange($4, $6), $3, $7, $33, $8, $9, $10, $11, $12, $13, $15
  from free
  on conflict do nothing
  returning chair
), tests as (
  insert into visit_test (site_id, visit_id, starts_at, test_code)
  select $1, $2, $4, code from unnest($14::text[]) code, placed
), audited as (
  insert into audit (id, at, account_id, role, network, action, subject_kind, subject_id, after, reason)
  select $17, $15, $18, $19, $20, 'visit.booked', 'visit', $2::text,
    $21::jsonb || jsonb_build_object('chair', placed.chair)
      || case when placed.chair > 490 then '{"overbooked": true}' else '{}'::jsonb end, $32 from placed
), posted as (
  insert into outbox (id, kind, recipient, payload, created_at, due_at)
  select $22, 'visit_booked', $23, $24::jsonb, $15, $15 from placed where $22::uuid is not null
), answered as (
  insert into idempotent_answer (account_id, key, request_hash, answer, created_at)
  select $25, $26, $27, $28::jsonb, $15 from placed where $26::text is not null
)${newPerson}
select (select number from free) as free, (select chair from placed) as chair,
  (select plan_version from laboratory) = $29 as current, (select visits from upcoming) as upcoming`

const [placeForKnown, placeForNew] = [
  placeVisit(''),
  placeVisit(`, person_added as (
  insert into person (id, full_name, sex, birth_date, birth_precision, created_at)
  select $33, $8, $10, $34::date, $35, $15 from placed
), person_known as (
  insert into account_person (account_id, number, person_id, kind, granted_by, since)
  select $7, $36::int, $33, $37, $38::uuid, $15 from placed where $7::uuid is not null
)`),
]

/** `lost`: to somebody in the same moment, try again. `former plan`: what was decided by is not what is offered now. */
type Placing = 'placed' | 'lost' | 'full' | 'too many' | 'former plan'

export async function insertVisit(db: Db, visit: NewVisit): Promise<Placing> {
  const { patient, audit, mail, idempotency, person } = visit
  const { added } = person
  type Outcome = { free: number | null; chair: number | null; current: boolean; upcoming: number }
  const { rows } = await db.executeQuery<Outcome>(
    CompiledQuery.raw(added ? placeForNew : placeForKnown, [
      visit.siteId,
      visit.id,
      visit.reference,
      instantOf(visit.start),
      instantOf(visit.end),
      instantOf(visit.end + visit.buffer),
      visit.accountId,
      patient.fullName,
      patient.age,
      patient.gender,
      patient.contact,
      patient.email,
      visit.priority,
      visit.tests,
      visit.now,
      visit.preferredChair,
      audit.id,
      audit.accountId,
      audit.role,
      audit.network,
      audit.after,
      mail?.id ?? null,
      mail?.to ?? null,
      mail?.payload ?? null,
      idempotency?.accountId ?? null,
      idempotency?.key ?? null,
      idempotency?.requestHash ?? null,
      idempotency?.answer ?? null,
      visit.planVersion,
      visit.mostUpcoming,
      visit.overbookLimit ?? 0,
      visit.reason ?? null,
      person.personId,
      ...(added ? [added.birthDate, added.birthPrecision, added.number, added.kind, added.grantedBy] : []),
    ]),
  )
  const row = rows[0]
  if (row?.chair != null) return 'placed'
  if (!row?.current) return 'former plan'
  if (row.upcoming >= visit.mostUpcoming) return 'too many'
  return row.free === null ? 'full' : 'lost'
}

/**
 * Removes holds that have run out and stand in the way of the interval. The constraint cannot look at a clock, so
 * whoever wants the time clears it.
 */
export async function purgeExpiredHolds(db: Db, place: Place, now: Date): Promise<number> {
  const gone = await db
    .deleteFrom('visit')
    .where('site_id', '=', place.siteId)
    .where('status', '=', 'held')
    .where('hold_expires_at', '<=', now)
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
  await db.deleteFrom('visit').where('status', '=', 'held').where('hold_expires_at', '<=', now).execute()
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
    .where('hold_token_hash', '=', tokenHash)
    .where('status', '=', 'held')
    .where('hold_expires_at', '>', now)
    .returning(['chair', 'starts_at'])
    .executeTakeFirst()
  return row ? { chair: row.chair, start: row.starts_at } : null
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
        and (c.active or c.overflow and c.number <= 490 + ${change.overbookLimit ?? 0}::int
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
