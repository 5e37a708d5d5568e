import type { Context } from '#server/platform/context.ts'
import { type Db, inTransaction } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import {
  addEvent,
  eventsOfTicket,
  lockQueue,
  type QueueRow,
  readDesk,
  setDeskPost,
  setLastEvent,
} from './queries-queue.ts'
import { addTicket, setTicket } from './queries-tickets.ts'
import {
  type Deed,
  type DeskDeed,
  deskAfter,
  type Issued,
  nextTicket,
  type QueueEvent,
  type Ticket,
  type TicketDeed,
  type Way,
} from './ticket-life.ts'

/** A site's queue, locked by one transaction. */
export type OpenQueue = QueueRow & {
  readonly tx: Db
  readonly now: Date
  /** Issues a ticket. */
  issue(ticketId: string, way: Way, issued: Issued): Promise<Ticket>
  /** Adds an event of a ticket and stores the ticket's new state. */
  note(ticket: Ticket, deed: TicketDeed, at?: { desk: number }): Promise<Ticket>
  /** Undoes the event `seq` of a ticket. */
  undo(ticket: Ticket, seq: number): Promise<Ticket>
  noteDesk(desk: number, deed: DeskDeed): Promise<void>
}

/**
 * The only way to change a queue. It locks the site's row first, until the transaction ends: one change at a time, based on the state
 * after the one before, with events numbered in the order in which they become visible. Visits are locked before the queue: change a
 * visit first. See docs/decisions/0017.
 */
export function changeQueue<T>(
  context: Context,
  siteId: string,
  work: (queue: OpenQueue) => Promise<T>,
): Promise<T> {
  return inTransaction(context.db, async (tx) => {
    const row = await lockQueue(tx, siteId)
    if (!row) throw notFound('This site')
    const queue = open(context, tx, row)
    const result = await work(queue)
    const last = queue.latest()
    if (last > row.lastEvent && !(await setLastEvent(tx, siteId, row.lastEvent, last))) throw overtaken()
    return result
  })
}

function open(context: Context, tx: Db, row: QueueRow): OpenQueue & { latest(): number } {
  const { siteId } = row
  const now = context.clock.now()
  const accountId = context.actor?.accountId ?? null
  let seq = row.lastEvent

  const event = (deed: Deed, about: Partial<QueueEvent>) =>
    ({
      ticketId: null,
      desk: null,
      undoes: null,
      ...deed,
      ...about,
      seq: ++seq,
      at: now,
      accountId,
    }) as QueueEvent

  async function apply(next: QueueEvent, before: Ticket): Promise<Ticket> {
    const earlier = next.kind === 'undone' ? await eventsOfTicket(tx, siteId, before.id) : []
    const after = nextTicket(before, next, earlier)
    if (!after) throw new Error(`A ticket came to nothing by ${next.kind}`)
    await addEvent(tx, siteId, next)
    if (!(await setTicket(tx, siteId, after, before.lastEvent))) throw overtaken()
    return after
  }

  return {
    ...row,
    tx,
    now,
    latest: () => seq,
    async issue(ticketId, way, issued) {
      const { visitId } = issued
      await addEvent(tx, siteId, event({ kind: 'arrived', detail: { visitId, way } }, { ticketId }))
      const last = event({ kind: 'issued', detail: issued }, { ticketId })
      await addEvent(tx, siteId, last)
      const ticket = nextTicket(null, last, [])
      if (!ticket) throw new Error('A ticket that was issued is there')
      await addTicket(tx, siteId, ticket)
      return ticket
    },
    note: (ticket, deed, at) =>
      apply(event(deed, { ticketId: ticket.id, desk: at?.desk ?? ticket.desk }), ticket),
    undo: (ticket, undoes) =>
      apply(event({ kind: 'undone', detail: {} }, { ticketId: ticket.id, undoes }), ticket),
    async noteDesk(desk, deed) {
      const before = await readDesk(tx, siteId, desk)
      if (!before) throw notFound('This desk')
      const next = event(deed, { desk })
      await addEvent(tx, siteId, next)
      await setDeskPost(tx, siteId, desk, deskAfter(before, next))
    },
  }
}

/** Cannot happen while the row is locked; no change is better than one based on another state. */
const overtaken = () => new Error('The queue was changed by somebody who did not hold it')
