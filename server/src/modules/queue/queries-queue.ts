import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Room } from '#contract/ticket-states.ts'
import { type Db, rowOf, wroteRow } from '#server/platform/database.ts'
import { notFound, required } from '#server/platform/errors.ts'
import { bigint, type Page, type PageQuery, readPage } from '#server/platform/list.ts'
import type { Queue } from '#server/platform/schema.gen.ts'
import { isAtSites, type Sites } from '#server/platform/site-scope.ts'
import type { DeskPost, QueueEvent } from './ticket-life.ts'

/** Statements on a site's queue as a whole: its row, its desks, its events. */

export type Settings = Omit<Selectable<Queue>, 'siteId' | 'lastEvent'>

/** A site with the settings of its queue. */
export const queues = (db: Db) =>
  db
    .selectFrom('queue as q')
    .innerJoin('site as s', 's.id', 'q.siteId')
    .selectAll('q')
    .select(['s.id', 's.name', 's.timeZone'])

export type QueueRow = Awaited<ReturnType<typeof allQueues>>[number]

/** A site's queue; without an id, that of the first site. */
export const readQueue = (db: Db, siteId: string | null): Promise<QueueRow | undefined> =>
  queues(db)
    .where(
      's.id',
      '=',
      siteId ?? sql<string>`(select id from site where closed_at is null order by created_at, id limit 1)`,
    )
    .executeTakeFirst()

/** The open sites that the caller may see. */
export async function listSeenSites(db: Db, sites: Sites): Promise<string[]> {
  const rows = await db
    .selectFrom('site')
    .select('id')
    .where('closedAt', 'is', null)
    .where(isAtSites('site.id', sites))
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks the queue until the transaction ends. Throws a refusal if there is no such site. */
export const lockQueue = (tx: Db, siteId: string): Promise<QueueRow> =>
  queues(tx)
    .where('q.siteId', '=', siteId)
    .forUpdate('q')
    .executeTakeFirstOrThrow(() => notFound('This site'))

export const allQueues = (db: Db) => queues(db).orderBy('s.createdAt').orderBy('s.id').execute()

/** Returns false if the last event is not `before`. */
export const setLastEvent = (tx: Db, siteId: string, before: number, last: number): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('queue')
      .set({ lastEvent: last })
      .where('siteId', '=', siteId)
      .where('lastEvent', '=', before),
  )

export const setSettings = (tx: Db, siteId: string, settings: Settings) =>
  tx.updateTable('queue').set(settings).where('siteId', '=', siteId).execute()

/** The next ticket number of a site's day. A rollback returns it, so that there are neither gaps nor duplicates. */
export async function takeNumber(tx: Db, siteId: string, day: string): Promise<number> {
  const { last } = await tx
    .insertInto('ticketDay')
    .values({ siteId, day, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['siteId', 'day']).doUpdateSet({ last: sql`ticket_day.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

// Desks

const desksAt = (db: Db, siteId: string) =>
  db
    .selectFrom('desk as d')
    .leftJoin('account as a', 'a.id', 'd.staffId')
    .selectAll('d')
    .select('a.fullName as staffName')
    .where('d.siteId', '=', siteId)

export type DeskRow = Awaited<ReturnType<typeof listDesks>>[number]

export const listDesks = (db: Db, siteId: string) => desksAt(db, siteId).orderBy('number').execute()

export const findDesk = (db: Db, siteId: string, number: number): Promise<DeskRow | undefined> =>
  desksAt(db, siteId).where('number', '=', number).executeTakeFirst()

/** Throws a refusal if the site has no such desk. */
export async function readDesk(db: Db, siteId: string, number: number): Promise<DeskRow> {
  return required(await findDesk(db, siteId, number), 'This desk')
}

export const deskOfPerson = (db: Db, siteId: string, accountId: string): Promise<DeskRow | undefined> =>
  desksAt(db, siteId).where('staffId', '=', accountId).executeTakeFirst()

export async function setDeskPost(
  tx: Db,
  siteId: string,
  number: number,
  { state, staffId, since }: DeskPost,
): Promise<void> {
  const desk = tx.updateTable('desk').set({ state, staffId, since })
  await desk.where('siteId', '=', siteId).where('number', '=', number).execute()
}

const isStaffed = sql<boolean>`d.state <> 'closed'`

/** Open or paused desks that are out of use, or whose person's account is closed. */
export const listDesertedDesks = (db: Db, siteId: string): Promise<DeskRow[]> =>
  desksAt(db, siteId).where(isStaffed).where(sql<boolean>`(not d.active or a.status <> 'Active')`).execute()

/** Desks that were opened or paused before `before` and not closed since. */
export const listDesksOpenSince = (db: Db, siteId: string, before: Date): Promise<DeskRow[]> =>
  desksAt(db, siteId).where(isStaffed).where('since', '<', before).execute()

/** Chairs have the numbers up to this one, other desks those above it. */
export const lastChair = 500

type DeskChange = { name: string; room: Room; active: boolean }

/** Adds a desk, numbered after the last one that is not a chair. Returns null if the name is taken. */
export async function insertDesk(
  tx: Db,
  siteId: string,
  desk: Pick<DeskChange, 'name' | 'room'>,
): Promise<number | null> {
  const row = await rowOf(tx)<{ number: number }>`
    insert into desk (site_id, number, name, room)
    select ${siteId}::uuid, coalesce(max(number) filter (where number > ${lastChair}), ${lastChair}) + 1, ${desk.name}::text,
      ${desk.room}::text
    from desk where site_id = ${siteId}
    having not bool_or(active and lower(name) = lower(${desk.name}::text))
    returning number`
  return row?.number ?? null
}

/** Returns false if there is no such closed desk, or if another desk has the name. */
export const changeDesk = (tx: Db, siteId: string, number: number, change: DeskChange): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('desk')
      .set(change)
      .where('siteId', '=', siteId)
      .where('number', '=', number)
      .where('state', '=', 'closed')
      .where(
        sql<boolean>`not exists (select from desk o where o.site_id = desk.site_id and o.number <> desk.number and o.active
        and lower(o.name) = lower(${change.name}))`,
      ),
  )

// Events

/** An event as it is shown to managers and in the history of a ticket. */
export type EventRow = QueueEvent & {
  code: string | null
  deskName: string | null
  byName: string | null
  undone: boolean
}

const selectEvents = (db: Db, siteId: string, which: RawBuilder<unknown>) =>
  sql<EventRow>`
    select e.*, (select code from ticket t where t.site_id = e.site_id and t.id = e.ticket_id) as code,
      (select name from desk d where d.site_id = e.site_id and d.number = e.desk) as desk_name,
      (select full_name from account where id = e.account_id) as by_name,
      exists (select from queue_event u where u.site_id = e.site_id and u.undoes = e.seq) as undone
    from queue_event e where e.site_id = ${siteId} and ${which}`
    .execute(db)
    .then(({ rows }) => rows)

export const addEvent = (tx: Db, event: QueueEvent) =>
  tx
    .insertInto('queueEvent')
    .values({ ...event, detail: JSON.stringify(event.detail) })
    .execute()

/** Every event of a ticket, in order. */
export const eventsOfTicket = (db: Db, siteId: string, ticketId: string): Promise<EventRow[]> =>
  selectEvents(db, siteId, sql`e.ticket_id = ${ticketId} order by e.seq`)

export const eventsBetween = (
  db: Db,
  siteId: string,
  { start, end }: { start: Date; end: Date },
  page: PageQuery,
): Promise<Page<EventRow>> =>
  readPage(page, { seq: bigint('e.seq') }, ({ after, by, limit }) =>
    selectEvents(
      db,
      siteId,
      sql`e.at >= ${start} and e.at < ${end} and ${after} order by ${by} limit ${limit}`,
    ),
  )

/** The events after `seq`, in order, at most `limit`. */
export const eventsAfter = (db: Db, siteId: string, seq: number, limit: number): Promise<EventRow[]> =>
  selectEvents(db, siteId, sql`e.seq > ${seq} order by e.seq limit ${limit}`)
