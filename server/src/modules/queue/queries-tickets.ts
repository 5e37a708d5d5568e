import { type Selectable, sql } from 'kysely'
import type { Room } from '#contract/ticket-states.ts'
import type { Db } from '#server/platform/database.ts'
import type { Ticket as TicketTable } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import type { InLine } from './order.ts'
import type { Ticket } from './ticket-life.ts'

/** Statements on tickets. Their calling order is in `order.ts`. */

type Row = Omit<Selectable<TicketTable>, 'day' | 'last_event'> & { day: unknown; last_event: unknown }

const fromRow = (row: Row): Ticket => ({
  id: row.id,
  visitId: row.visit_id,
  day: row.day as string,
  number: row.number,
  code: row.code,
  class: row.class as Ticket['class'],
  urgent: row.urgent,
  appointmentAt: row.appointment_at,
  tests: row.tests,
  room: row.room as Room,
  forDesk: row.for_desk,
  status: row.status as Ticket['status'],
  arrivedAt: row.arrived_at,
  queuedAt: row.queued_at,
  skips: row.skips,
  desk: row.desk,
  staffId: row.staff_id,
  calledAt: row.called_at,
  recalledAt: row.recalled_at,
  recalls: row.recalls,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  endSeen: row.end_seen,
  lastEvent: row.last_event as number,
})

const toRow = (siteId: string, ticket: Ticket) => ({
  site_id: siteId,
  id: ticket.id,
  visit_id: ticket.visitId,
  day: ticket.day,
  number: ticket.number,
  code: ticket.code,
  class: ticket.class,
  urgent: ticket.urgent,
  appointment_at: ticket.appointmentAt,
  tests: ticket.tests,
  room: ticket.room,
  for_desk: ticket.forDesk,
  status: ticket.status,
  arrived_at: ticket.arrivedAt,
  queued_at: ticket.queuedAt,
  skips: ticket.skips,
  desk: ticket.desk,
  staff_id: ticket.staffId,
  called_at: ticket.calledAt,
  recalled_at: ticket.recalledAt,
  recalls: ticket.recalls,
  started_at: ticket.startedAt,
  ended_at: ticket.endedAt,
  end_seen: ticket.endSeen,
  last_event: ticket.lastEvent,
})

export async function addTicket(tx: Db, siteId: string, ticket: Ticket): Promise<void> {
  await tx.insertInto('ticket').values(toRow(siteId, ticket)).execute()
}

/** Returns false if the ticket has changed since its event `before`. */
export async function setTicket(tx: Db, siteId: string, ticket: Ticket, before: number): Promise<boolean> {
  const { site_id, id, ...values } = toRow(siteId, ticket)
  const changed = await tx
    .updateTable('ticket')
    .set(values)
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .where('last_event', '=', sql<never>`${before}`)
    .returning('id')
    .execute()
  return changed.length > 0
}

/** The site and the visit of a ticket, which never change. */
export async function locateTicket(
  db: Db,
  sites: Sites,
  id: string,
): Promise<{ siteId: string; visitId: string } | null> {
  const { rows } = await sql<{ siteId: string; visitId: string }>`
    select k.site_id as "siteId", k.visit_id as "visitId" from ticket k
    where k.site_id in (select id from site) and k.id = ${id} ${atSites('k.site_id', sites)}`.execute(db)
  return rows[0] ?? null
}

export async function readTicket(db: Db, siteId: string, id: string): Promise<Ticket | null> {
  const row = await db
    .selectFrom('ticket')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? fromRow(row) : null
}

const live = sql<boolean>`status in ('waiting', 'called', 'serving')`

export async function liveTicketOfVisit(db: Db, siteId: string, visitId: string): Promise<Ticket | null> {
  const row = await db
    .selectFrom('ticket')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('visit_id', '=', visitId)
    .where(live)
    .executeTakeFirst()
  return row ? fromRow(row) : null
}

/** Locks the visit until the transaction ends. */
export async function keepVisit(tx: Db, siteId: string, visitId: string): Promise<void> {
  await sql`select 1 from visit where site_id = ${siteId} and id = ${visitId} for key share`.execute(tx)
}

export async function ticketAtDesk(db: Db, siteId: string, desk: number): Promise<Ticket | null> {
  const row = await db
    .selectFrom('ticket')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('desk', '=', desk)
    .where(sql<boolean>`status in ('called', 'serving')`)
    .executeTakeFirst()
  return row ? fromRow(row) : null
}

/** The columns that decide a ticket's turn. The queue is read for each call; reading all columns took half of its time. */
export type TicketInLine = InLine & { id: string }

/** Waiting tickets of a room, unsorted, without those of visits that were cancelled or are no-shows. */
export async function waitingIn(db: Db, siteId: string, room: Room): Promise<TicketInLine[]> {
  const { rows } = await sql<TicketInLine>`
    select t.id, t.class, t.urgent, t.queued_at as "queuedAt", t.appointment_at as "appointmentAt", t.day, t.number,
      t.room, t.for_desk as "forDesk"
    from ticket t join visit v on v.site_id = t.site_id and v.id = t.visit_id
    where t.site_id = ${siteId} and t.room = ${room} and t.status = 'waiting'
      and v.status not in ('cancelled', 'no_show')`.execute(db)
  return rows
}

export async function ticketsForDesk(db: Db, siteId: string, desk: number): Promise<Ticket[]> {
  const rows = await db
    .selectFrom('ticket')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('for_desk', '=', desk)
    .where(sql<boolean>`status = 'waiting'`)
    .execute()
  return rows.map(fromRow)
}

/** Live tickets to end: of an earlier day, or of a visit that was cancelled or is a no-show. */
export async function listOverdueTickets(
  db: Db,
  siteId: string,
  today: string,
): Promise<{ ticket: Ticket; cancelled: boolean }[]> {
  const rows = await db
    .selectFrom('ticket')
    .selectAll('ticket')
    .innerJoin('visit', (join) =>
      join.onRef('visit.site_id', '=', 'ticket.site_id').onRef('visit.id', '=', 'ticket.visit_id'),
    )
    .select(sql<boolean>`visit.status in ('cancelled', 'no_show')`.as('cancelled'))
    .where('ticket.site_id', '=', siteId)
    .where(sql<boolean>`ticket.status in ('waiting', 'called', 'serving')`)
    .where(sql<boolean>`(ticket.day < ${today}::date or visit.status in ('cancelled', 'no_show'))`)
    .execute()
  return rows.map(({ cancelled, ...row }) => ({ ticket: fromRow(row), cancelled }))
}

/** Calls since before `before` that nobody has followed. */
export async function listForgottenCalls(db: Db, siteId: string, before: Date): Promise<Ticket[]> {
  const rows = await db
    .selectFrom('ticket')
    .selectAll()
    .where('site_id', '=', siteId)
    .where(sql<boolean>`status = 'called' and coalesce(recalled_at, called_at) < ${before}`)
    .execute()
  return rows.map(fromRow)
}
