import { sql } from 'kysely'
import type { Room } from '#contract/ticket-states.ts'
import { type Db, rowOf, wroteRow } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import type { Ticket } from './ticket-life.ts'

/** Statements on tickets. Their calling order is in `order.ts`. */

// As literals: these states are the conditions of partial indexes.
const isLive = sql<boolean>`status in ('waiting', 'called', 'serving')`
const isAtDesk = sql<boolean>`status in ('called', 'serving')`

const ticketsAt = (db: Db, siteId: string) =>
  db.selectFrom('ticket').selectAll('ticket').where('ticket.siteId', '=', siteId)

export const addTicket = (tx: Db, ticket: Ticket) => tx.insertInto('ticket').values(ticket).execute()

/** Returns false if the ticket has changed since its event `before`. */
export async function setTicket(tx: Db, ticket: Ticket, before: number): Promise<boolean> {
  const { siteId, id, ...values } = ticket
  return wroteRow(
    tx
      .updateTable('ticket')
      .set(values)
      .where('siteId', '=', siteId)
      .where('id', '=', id)
      .where('lastEvent', '=', before),
  )
}

/** The site and the visit of a ticket, which never change. Throws a refusal for a ticket outside `sites`. */
export async function locateTicket(
  db: Db,
  sites: Sites,
  id: string,
): Promise<Pick<Ticket, 'siteId' | 'visitId'>> {
  const ticket = await rowOf(db)<Pick<Ticket, 'siteId' | 'visitId'>>`
      select site_id, visit_id from ticket
      where site_id in (select id from site) and id = ${id} ${atSites('site_id', sites)}`
  if (!ticket) throw notFound('This ticket')
  return ticket
}

/** Throws a refusal if the site has no such ticket. */
export const readTicket = (db: Db, siteId: string, id: string): Promise<Ticket> =>
  ticketsAt(db, siteId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('This ticket'))

export const liveTicketOfVisit = (db: Db, siteId: string, visitId: string): Promise<Ticket | undefined> =>
  ticketsAt(db, siteId).where('visitId', '=', visitId).where(isLive).executeTakeFirst()

/** Locks the visit until the transaction ends. */
export const lockVisit = (tx: Db, siteId: string, visitId: string) =>
  tx
    .selectFrom('visit')
    .select('id')
    .where('siteId', '=', siteId)
    .where('id', '=', visitId)
    .forKeyShare()
    .execute()

export const ticketAtDesk = (db: Db, siteId: string, desk: number): Promise<Ticket | undefined> =>
  ticketsAt(db, siteId).where('desk', '=', desk).where(isAtDesk).executeTakeFirst()

/** Waiting tickets of a room, unsorted, without those of visits that were cancelled or are no-shows. */
export const waitingIn = (db: Db, siteId: string, room: Room) =>
  db
    .selectFrom('ticket as t')
    .innerJoin('visit as v', (on) => on.onRef('v.siteId', '=', 't.siteId').onRef('v.id', '=', 't.visitId'))
    // Only what decides the turn: the queue is read for each call, and reading all columns took half of its time.
    .select([
      't.id',
      't.class',
      't.urgent',
      't.queuedAt',
      't.appointmentAt',
      't.day',
      't.number',
      't.room',
      't.forDesk',
    ])
    .where('t.siteId', '=', siteId)
    .where('t.room', '=', room)
    .where(sql<boolean>`t.status = 'waiting' and v.status not in ('cancelled', 'no_show')`)
    .execute()

export const ticketsForDesk = (db: Db, siteId: string, desk: number): Promise<Ticket[]> =>
  ticketsAt(db, siteId).where('forDesk', '=', desk).where(sql<boolean>`status = 'waiting'`).execute()

/** Live tickets to end: of an earlier day, or of a visit that was cancelled or is a no-show. */
export const listOverdueTickets = (db: Db, siteId: string, today: string) =>
  ticketsAt(db, siteId)
    .innerJoin('visit', (on) =>
      on.onRef('visit.siteId', '=', 'ticket.siteId').onRef('visit.id', '=', 'visitId'),
    )
    .select(sql<boolean>`visit.status in ('cancelled', 'no_show')`.as('cancelled'))
    .where(sql<boolean>`ticket.status in ('waiting', 'called', 'serving')`)
    .where(sql<boolean>`(day < ${today}::date or visit.status in ('cancelled', 'no_show'))`)
    .execute()

/** Calls before `before` that nobody has followed. */
export const listForgottenCalls = (db: Db, siteId: string, before: Date): Promise<Ticket[]> =>
  ticketsAt(db, siteId)
    .where(sql<boolean>`status = 'called' and coalesce(recalled_at, called_at) < ${before}`)
    .execute()
