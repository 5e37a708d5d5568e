import { sql } from 'kysely'
import type { Room } from '#contract/ticket-states.ts'
import type { Db } from '#server/platform/database.ts'
import { bigint, type Page, type PageQuery, readPage } from '#server/platform/list.ts'
import type { Rule } from './order.ts'
import type { DeskPost, QueueEvent } from './ticket-life.ts'

/** Statements on a site's queue as a whole: its row, its desks, its events. */

export type Settings = Rule & {
  checkInMinutes: number
  noShowMinutes: number
  callEndsMinutes: number
  absentMinutes: number
}

export type QueueRow = {
  siteId: string
  siteName: string
  timeZone: string
  lastEvent: number
  settings: Settings
}

const settingsJson = sql`jsonb_build_object(
  'graceBeforeMinutes', q.grace_before_minutes, 'graceAfterMinutes', q.grace_after_minutes,
  'ageingMinutes', q.ageing_minutes, 'aboveStatMinutes', q.above_stat_minutes,
  'checkInMinutes', q.check_in_minutes, 'noShowMinutes', q.no_show_minutes,
  'callEndsMinutes', q.call_ends_minutes, 'absentMinutes', q.absent_minutes)`

const queueColumns = sql`q.site_id as "siteId", s.name as "siteName", s.time_zone as "timeZone",
  q.last_event as "lastEvent", ${settingsJson} as settings`

/** A site's queue; without an id, that of the first site. Null if there is no such site. */
export async function readQueue(db: Db, siteId: string | null): Promise<QueueRow | null> {
  const { rows } = await sql<QueueRow>`
    select ${queueColumns} from queue q join site s on s.id = q.site_id
    where q.site_id = ${siteId === null ? sql`(select id from site where closed_at is null order by created_at, id limit 1)` : sql`${siteId}`}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The same, locked until the transaction ends. */
export async function lockQueue(tx: Db, siteId: string): Promise<QueueRow | null> {
  const { rows } = await sql<QueueRow>`
    select ${queueColumns} from queue q join site s on s.id = q.site_id
    where q.site_id = ${siteId} for update of q`.execute(tx)
  return rows[0] ?? null
}

export async function allQueues(db: Db): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select ${queueColumns} from queue q join site s on s.id = q.site_id order by s.created_at, s.id`.execute(
    db,
  )
  return rows
}

export async function setLastEvent(tx: Db, siteId: string, before: number, last: number): Promise<boolean> {
  const { rows } = await sql`
    update queue set last_event = ${last} where site_id = ${siteId} and last_event = ${before} returning 1`.execute(
    tx,
  )
  return rows.length > 0
}

export async function setSettings(db: Db, siteId: string, settings: Settings): Promise<boolean> {
  const changed = await db
    .updateTable('queue')
    .set({
      graceBeforeMinutes: settings.graceBeforeMinutes,
      graceAfterMinutes: settings.graceAfterMinutes,
      ageingMinutes: settings.ageingMinutes,
      aboveStatMinutes: settings.aboveStatMinutes,
      checkInMinutes: settings.checkInMinutes,
      noShowMinutes: settings.noShowMinutes,
      callEndsMinutes: settings.callEndsMinutes,
      absentMinutes: settings.absentMinutes,
    })
    .where('siteId', '=', siteId)
    .returning('siteId')
    .execute()
  return changed.length > 0
}

/** The next ticket number of a site's day. A rollback returns it, so that there are neither gaps nor duplicates. */
export async function takeNumber(tx: Db, siteId: string, day: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into ticket_day as taken (site_id, day, last) values (${siteId}, ${day}, 1)
    on conflict (site_id, day) do update set last = taken.last + 1
    returning last`.execute(tx)
  return rows[0]?.last ?? 0
}

// Desks

export type DeskRow = DeskPost & {
  number: number
  name: string
  room: Room
  active: boolean
  staffName: string | null
}

const deskColumns = sql`d.number, d.name, d.room, d.active, d.state, d.since, d.staff_id as "staffId",
  (select full_name from account where id = d.staff_id) as "staffName"`

export async function readDesk(db: Db, siteId: string, number: number): Promise<DeskRow | null> {
  const { rows } = await sql<DeskRow>`
    select ${deskColumns} from desk d where d.site_id = ${siteId} and d.number = ${number}`.execute(db)
  return rows[0] ?? null
}

export async function listDesks(db: Db, siteId: string): Promise<DeskRow[]> {
  const { rows } = await sql<DeskRow>`
    select ${deskColumns} from desk d where d.site_id = ${siteId} order by d.number`.execute(db)
  return rows
}

export async function deskOfPerson(db: Db, siteId: string, accountId: string): Promise<DeskRow | null> {
  const { rows } = await sql<DeskRow>`
    select ${deskColumns} from desk d where d.site_id = ${siteId} and d.staff_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

export async function setDeskPost(tx: Db, siteId: string, number: number, post: DeskPost): Promise<void> {
  await tx
    .updateTable('desk')
    .set({ state: post.state, staffId: post.staffId, since: post.since })
    .where('siteId', '=', siteId)
    .where('number', '=', number)
    .execute()
}

/** Open or paused desks that are out of use, or whose person's account is closed. */
export async function listDesertedDesks(db: Db, siteId: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select d.number from desk d left join account a on a.id = d.staff_id
    where d.site_id = ${siteId} and d.state <> 'closed' and (not d.active or a.status <> 'Active')`.execute(
    db,
  )
  return rows.map((row) => row.number)
}

/** Open or paused desks whose `since` is before `before`. */
export async function listDesksOpenSince(db: Db, siteId: string, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('desk')
    .select('number')
    .where('siteId', '=', siteId)
    .where('state', '<>', 'closed')
    .where('since', '<', before)
    .execute()
  return rows.map((row) => row.number)
}

/** Adds a desk, numbered after the last one that is not a chair; null if the name is taken. */
export async function insertDesk(
  tx: Db,
  siteId: string,
  desk: { name: string; room: Room },
): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    insert into desk (site_id, number, name, room)
    select ${siteId}::uuid, coalesce(max(number) filter (where number > 500), 500) + 1, ${desk.name}::text, ${desk.room}::text
    from desk where site_id = ${siteId}
    having not bool_or(active and lower(name) = lower(${desk.name}::text))
    returning number`.execute(tx)
  return rows[0]?.number ?? null
}

/** Returns false if there is no such closed desk, or if another desk has the name. */
export async function changeDesk(
  tx: Db,
  siteId: string,
  number: number,
  desk: { name: string; room: Room; active: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update desk d set name = ${desk.name}, room = ${desk.room}, active = ${desk.active}
    where d.site_id = ${siteId} and d.number = ${number} and d.state = 'closed'
      and not exists (select from desk o where o.site_id = d.site_id and o.number <> d.number and o.active
        and lower(o.name) = lower(${desk.name}))
    returning 1`.execute(tx)
  return rows.length > 0
}

// Events

/** An event as it is shown to managers and in the history of a ticket. */
export type EventRow = QueueEvent & {
  code: string | null
  deskName: string | null
  byName: string | null
  undone: boolean
}

export const eventColumns = sql`e.seq, e.at, e.kind, e.ticket_id as "ticketId", e.desk, e.account_id as "accountId", e.detail,
  e.undoes, (select code from ticket t where t.site_id = e.site_id and t.id = e.ticket_id) as code,
  (select name from desk d where d.site_id = e.site_id and d.number = e.desk) as "deskName",
  (select full_name from account where id = e.account_id) as "byName",
  exists (select from queue_event u where u.site_id = e.site_id and u.undoes = e.seq) as undone`

export async function addEvent(tx: Db, siteId: string, event: QueueEvent): Promise<void> {
  await tx
    .insertInto('queueEvent')
    .values({
      siteId,
      seq: event.seq,
      at: event.at,
      kind: event.kind,
      ticketId: event.ticketId,
      desk: event.desk,
      accountId: event.accountId,
      detail: JSON.stringify(event.detail),
      undoes: event.undoes,
    })
    .execute()
}

/** Every event of a ticket, in order. */
export async function eventsOfTicket(db: Db, siteId: string, ticketId: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${eventColumns} from queue_event e
    where e.site_id = ${siteId} and e.ticket_id = ${ticketId} order by e.seq`.execute(db)
  return rows
}

export const eventsBetween = (
  db: Db,
  siteId: string,
  { from, to }: { from: Date; to: Date },
  page: PageQuery,
): Promise<Page<EventRow>> =>
  readPage(page, { seq: bigint('e.seq') }, ({ after, by, limit }) =>
    sql<EventRow>`
    select ${eventColumns} from queue_event e
    where e.site_id = ${siteId} and e.at >= ${from} and e.at < ${to} and ${after}
    order by ${by} limit ${limit}`.execute(db),
  )

/** The events after `seq`, in order, at most `limit`. */
export async function eventsAfter(db: Db, siteId: string, seq: number, limit: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${eventColumns} from queue_event e
    where e.site_id = ${siteId} and e.seq > ${seq} order by e.seq limit ${limit}`.execute(db)
  return rows
}
