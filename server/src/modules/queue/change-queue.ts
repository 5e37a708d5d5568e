import type { Context } from '#server/platform/context.ts'
import { type Db, inTransaction } from '#server/platform/database.ts'
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

/** A site's queue, locked by a transaction. */
export type OpenQueue = QueueRow & {
  readonly tx: Db
  readonly now: Date
  issue(ticketId: string, way: Way, issued: Issued): Promise<Ticket>
  /** Adds an event of a ticket and stores the ticket's new state. */
  note(ticket: Ticket, deed: TicketDeed, desk?: number): Promise<Ticket>
  /** Undoes the event `seq` of a ticket. */
  undo(ticket: Ticket, seq: number): Promise<Ticket>
  noteDesk(desk: number, deed: DeskDeed): Promise<void>
}

/**
 * The only way to change a queue. It locks the site's row first, until the transaction ends: one change at a time, based on the state
 * after the change before, with events numbered in the order in which they become visible. Visits are locked before the queue: change
 * a visit first. See docs/decisions/0017.
 */
export function changeQueue<T>(
  context: Context,
  siteId: string,
  work: (queue: OpenQueue) => Promise<T>,
): Promise<T> {
  return inTransaction(context.db, async (tx) => {
    const row = await lockQueue(tx, siteId)
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

  async function add(deed: Deed, about: Partial<QueueEvent>): Promise<QueueEvent> {
    const none = { ticketId: null, desk: null, undoes: null }
    const event = { ...none, ...deed, ...about, siteId, seq: ++seq, at: now, accountId } as QueueEvent
    await addEvent(tx, event)
    return event
  }

  async function apply(before: Ticket, deed: Deed, about: Partial<QueueEvent>): Promise<Ticket> {
    const earlier = deed.kind === 'undone' ? await eventsOfTicket(tx, siteId, before.id) : []
    const event = await add(deed, { ticketId: before.id, ...about })
    const after = nextTicket(before, event, earlier)
    if (!after) throw new Error(`The event ${deed.kind} left no ticket`)
    if (!(await setTicket(tx, after, before.lastEvent))) throw overtaken()
    return after
  }

  return {
    ...row,
    tx,
    now,
    latest: () => seq,
    async issue(ticketId, way, issued) {
      const { visitId } = issued
      await add({ kind: 'arrived', detail: { visitId, way } }, { ticketId })
      const ticket = nextTicket(null, await add({ kind: 'issued', detail: issued }, { ticketId }), [])
      if (!ticket) throw new Error('The event issued made no ticket')
      await addTicket(tx, ticket)
      return ticket
    },
    note: (ticket, deed, desk) => apply(ticket, deed, { desk: desk ?? ticket.desk }),
    undo: (ticket, undoes) => apply(ticket, { kind: 'undone', detail: {} }, { undoes }),
    async noteDesk(desk, deed) {
      const before = await readDesk(tx, siteId, desk)
      await setDeskPost(tx, siteId, desk, deskAfter(before, await add(deed, { desk })))
    },
  }
}

/** Cannot happen while the row is locked; no change is better than one based on another state. */
const overtaken = () => new Error('The queue was changed by a transaction that did not lock it')
