import { sql } from 'kysely'
import type { TicketState } from '#contract/ticket-states.ts'
import type { Db } from '#server/platform/database.ts'

/** Statements on a day as it was recorded, without a name in any of them. */

export type DayTicket = {
  arrivedAt: Date
  appointmentAt: Date | null
  urgent: boolean
  type: string
  tests: string[]
  status: TicketState
  /** Who served, to tell one pace from another; it stays on the server. */
  staff: string | null
  calledAt: Date | null
  endedAt: Date | null
  endSeen: boolean
}

/** Who waited for a chair on a local day, in the order of arrival. */
export async function ticketsOfDay(db: Db, siteId: string, day: string): Promise<DayTicket[]> {
  const { rows } = await sql<DayTicket>`
    select t.arrived_at as "arrivedAt", t.appointment_at as "appointmentAt", t.urgent,
      array_to_string(t.tests, '+') as type, t.tests, t.status, t.staff_id as staff, t.called_at as "calledAt",
      t.ended_at as "endedAt", t.end_seen as "endSeen"
    from ticket t
    where t.site_id = ${siteId} and t.day = ${day}::date and t.room = 'collection'
    order by t.arrived_at, t.number`.execute(db)
  return rows
}

export type DeskTurn = {
  at: Date
  kind: 'opened' | 'paused' | 'resumed' | 'closed'
  desk: number
  name: string
  account: string | null
}

/** When chairs were sat down at and left, in order. */
export async function deskTurns(
  db: Db,
  siteId: string,
  { start, end }: { start: Date; end: Date },
): Promise<DeskTurn[]> {
  const { rows } = await sql<DeskTurn>`
    select e.at, e.kind, e.desk, d.name, e.account_id as account
    from queue_event e join desk d on d.site_id = e.site_id and d.number = e.desk
    where e.site_id = ${siteId} and e.at >= ${start} and e.at < ${end} and d.room = 'collection'
      and e.kind in ('opened', 'paused', 'resumed', 'closed')
    order by e.seq`.execute(db)
  return rows
}

export async function chairCount(db: Db, siteId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from desk where site_id = ${siteId} and room = 'collection' and active`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export type BenchTask = {
  test: string
  startedAt: Date
  completedAt: Date
  collectedAt: Date
  receivedAt: Date | null
  releasedAt: Date | null
  /** Who did it and who released it; they stay on the server. */
  by: string
  releasedBy: string | null
}

/** Bench work that was finished between two moments. */
export async function benchTasks(
  db: Db,
  siteId: string,
  { start, end }: { start: Date; end: Date },
): Promise<BenchTask[]> {
  const { rows } = await sql<BenchTask>`
    select k.test_code as test, k.started_at as "startedAt", k.completed_at as "completedAt",
      s.collected_at as "collectedAt", s.received_at as "receivedAt", k.released_at as "releasedAt",
      k.completed_by as by, k.released_by as "releasedBy"
    from task k join sample s on s.site_id = k.site_id and s.id = k.sample_id
    where k.site_id = ${siteId} and k.status = 'completed' and k.completed_at >= ${start} and k.completed_at < ${end}
      and k.started_at is not null
    order by k.completed_at limit 5000`.execute(db)
  return rows
}

/** Mean minutes from the ticket to the last release, of the day's visits that are released as a whole; null of none. */
export async function meanTurnaround(db: Db, siteId: string, day: string): Promise<number | null> {
  const { rows } = await sql<{ mean: number | null }>`
    select avg(extract(epoch from done - arrived_at) / 60)::float8 as mean from (
      select t.arrived_at, max(k.released_at) as done
      from ticket t join task k on k.site_id = t.site_id and k.visit_id = t.visit_id and k.withdrawn_at is null
      where t.site_id = ${siteId} and t.day = ${day}::date and t.room = 'collection'
      group by t.id, t.arrived_at having count(*) = count(k.released_at)) visits`.execute(db)
  return rows[0]?.mean ?? null
}

/** People a day over the same weekday of the last weeks; null when none of them has any. */
export async function usualDemand(
  db: Db,
  siteId: string,
  { day, since }: { day: string; since: string },
): Promise<number | null> {
  const { rows } = await sql<{ mean: number | null }>`
    select avg(n)::float8 as mean from (
      select count(*) as n from ticket
      where site_id = ${siteId} and day >= ${since}::date and day < ${day}::date
        and extract(dow from day) = extract(dow from ${day}::date)
      group by day) days`.execute(db)
  return rows[0]?.mean ?? null
}

/** Visits that were booked for between two moments, whatever became of them but a cancellation. */
export async function bookedCount(
  db: Db,
  siteId: string,
  { start, end }: { start: Date; end: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from visit
    where site_id = ${siteId} and starts_at >= ${start} and starts_at < ${end}
      and status <> 'cancelled' and status <> 'held'`.execute(db)
  return rows[0]?.count ?? 0
}
