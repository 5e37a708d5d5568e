import { type Selectable, sql } from 'kysely'
import type { Room } from '#contract/ticket-states.ts'
import type { Db } from '#server/platform/database.ts'
import type { Ticket as TicketTable } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import type { InLine } from './order.ts'
import type { Ticket } from './ticket-life.ts'

/** Statements on tickets. Their calling order is in `order.ts`. */

const fromRow = ({ siteId: _, ...ticket }: Selectable<TicketTable>): Ticket => ticket

export async function addTicket(tx: Db, siteId: string, ticket: Ticket): Promise<void> {
  await tx
    .insertInto('ticket')
    .values({ siteId, ...ticket })
    .execute()
}

/** Returns false if the ticket has changed since its event `before`. */
export async function setTicket(tx: Db, siteId: string, ticket: Ticket, before: number): Promise<boolean> {
  const { id, ...values } = ticket
  const changed = await tx
    .updateTable('ticket')
    .set(values)
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .where('lastEvent', '=', sql<never>`${before}`)
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
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? fromRow(row) : null
}

const live = sql<boolean>`status in ('waiting', 'called', 'serving')`

export async function liveTicketOfVisit(db: Db, siteId: string, visitId: string): Promise<Ticket | null> {
  const row = await db
    .selectFrom('ticket')
    .selectAll()
    .where('siteId', '=', siteId)
    .where('visitId', '=', visitId)
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
    .where('siteId', '=', siteId)
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
    .where('siteId', '=', siteId)
    .where('forDesk', '=', desk)
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
      join.onRef('visit.siteId', '=', 'ticket.siteId').onRef('visit.id', '=', 'ticket.visitId'),
    )
    .select(sql<boolean>`visit.status in ('cancelled', 'no_show')`.as('cancelled'))
    .where('ticket.siteId', '=', siteId)
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
    .where('siteId', '=', siteId)
    .where(sql<boolean>`status = 'called' and coalesce(recalled_at, called_at) < ${before}`)
    .execute()
  return rows.map(fromRow)
}
