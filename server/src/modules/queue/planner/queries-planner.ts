import { type SelectQueryBuilder, sql } from 'kysely'
import { type Db, rowOf } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.gen.ts'

/** Statements on a recorded day. None of them reads a name; ids of staff tell one pace from another and stay on the server. */

type Span = { start: Date; end: Date }

/** Tickets for a chair on a local day, in the order of arrival. */
export const ticketsOfDay = (db: Db, siteId: string, day: string) =>
  db
    .selectFrom('ticket')
    .select(['arrivedAt', 'appointmentAt', 'urgent', 'status', 'staffId', 'calledAt', 'endedAt', 'endSeen'])
    .select(sql<string>`array_to_string(tests, '+')`.as('type'))
    .where('siteId', '=', siteId)
    .where('day', '=', day)
    .where('room', '=', 'collection')
    .orderBy('arrivedAt')
    .orderBy('number')
    .execute()

export type DayTicket = Awaited<ReturnType<typeof ticketsOfDay>>[number]

/** When chairs were opened, paused and closed, in order. */
export const deskTurns = (db: Db, siteId: string, { start, end }: Span) =>
  db
    .selectFrom('queueEvent as e')
    .innerJoin('desk as d', (on) => on.onRef('d.siteId', '=', 'e.siteId').onRef('d.number', '=', 'e.desk'))
    .select(['e.at', 'e.kind', 'd.number as desk', 'd.name', 'e.accountId as account'])
    .where('e.siteId', '=', siteId)
    .where('e.at', '>=', start)
    .where('e.at', '<', end)
    .where('d.room', '=', 'collection')
    .where('e.kind', 'in', ['opened', 'paused', 'resumed', 'closed'])
    .orderBy('e.seq')
    .execute()

export type DeskTurn = Awaited<ReturnType<typeof deskTurns>>[number]

async function count<Table extends keyof DB>(rows: SelectQueryBuilder<DB, Table, object>): Promise<number> {
  const { n } = await rows.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return n
}

export const chairCount = (db: Db, siteId: string): Promise<number> =>
  count(
    db
      .selectFrom('desk')
      .where('siteId', '=', siteId)
      .where('room', '=', 'collection')
      .where('active', '=', true),
  )

/** Number of visits that begin within a period, without cancelled visits and holds. */
export const bookedCount = (db: Db, siteId: string, { start, end }: Span): Promise<number> =>
  count(
    db
      .selectFrom('visit')
      .where('siteId', '=', siteId)
      .where('startsAt', '>=', start)
      .where('startsAt', '<', end)
      .where(sql<boolean>`status <> 'cancelled' and status <> 'held'`),
  )

const mostTasks = sql.lit(5_000)

/** Bench work that was finished within a period. How long somebody worked on results that were written on paper is not known. */
export const benchTasks = (db: Db, siteId: string, { start, end }: Span) =>
  db
    .selectFrom('task as k')
    .innerJoin('sample as s', (on) => on.onRef('s.siteId', '=', 'k.siteId').onRef('s.id', '=', 'k.sampleId'))
    .select(['k.testCode', 'k.startedAt', 'k.completedAt', 's.collectedAt', 's.receivedAt', 'k.releasedAt'])
    .select(['k.completedBy', 'k.releasedBy'])
    .$narrowType<{ startedAt: Date; completedAt: Date; completedBy: string }>()
    .where('k.siteId', '=', siteId)
    .where(sql<boolean>`k.status = 'completed'`)
    .where('k.completedAt', '>=', start)
    .where('k.completedAt', '<', end)
    .where('k.startedAt', 'is not', null)
    .where('k.measuredAt', 'is', null)
    .orderBy('k.completedAt')
    .limit(mostTasks)
    .execute()

export type BenchTask = Awaited<ReturnType<typeof benchTasks>>[number]

/** Mean minutes from ticket to last release, over the day's visits of which every result is released; null without such visits. */
export async function meanTurnaround(db: Db, siteId: string, day: string): Promise<number | null> {
  const row = await rowOf(db)<{ mean: number | null }>`
    select avg(extract(epoch from done - arrived_at) / 60)::float8 as mean from (
      select t.arrived_at, max(k.released_at) as done
      from ticket t join task k on k.site_id = t.site_id and k.visit_id = t.visit_id and k.withdrawn_at is null
      where t.site_id = ${siteId} and t.day = ${day}::date and t.room = 'collection'
      group by t.id, t.arrived_at having count(*) = count(k.released_at)) visits`
  return row?.mean ?? null
}

/** Mean number of tickets on the same weekday since a day; null without any. */
export async function usualDemand(
  db: Db,
  siteId: string,
  { day, since }: { day: string; since: string },
): Promise<number | null> {
  const row = await rowOf(db)<{ mean: number | null }>`
    select avg(n)::float8 as mean from (
      select count(*) as n from ticket
      where site_id = ${siteId} and day >= ${since}::date and day < ${day}::date
        and extract(dow from day) = extract(dow from ${day}::date)
      group by day) days`
  return row?.mean ?? null
}
