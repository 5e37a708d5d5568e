import type { TicketCard } from '#contract/queue-views.ts'
import { moveVisit, readVisit } from '#server/modules/booking/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { changeQueue, type OpenQueue } from './change-queue.ts'
import { dayOf } from './picture.ts'
import { whyNotUndo } from './policy.ts'
import { type EventRow, eventsOfTicket } from './queries-queue.ts'
import { liveTicketOfVisit, locateTicket, readTicket, ticketAtDesk } from './queries-tickets.ts'
import { readCard } from './read-queue.ts'
import { goesBackToDesk } from './show.ts'
import { standingEvents, type Ticket } from './ticket-life.ts'

/**
 * Takes the latest event of a ticket back, by an event that says so: nothing is erased, and the ticket is what its other
 * events make of it. Only the one that the screen shows as the latest, so that nobody takes back what they have not
 * seen. A visit that was given up by it has arrived again.
 */
export async function undoEvent(
  context: SignedIn,
  id: string,
  seq: number,
): Promise<{ message: string; ticket: TicketCard }> {
  const at = await locateTicket(context.db, context.actor.sites, id)
  if (!at) throw notFound('This ticket')
  const ticket = await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    // What an event was never changes; whether it is still the latest is asked once the queue is held.
    const event = (await eventsOfTicket(tx, at.siteId, id)).find((one) => one.seq === seq)
    if (event?.kind === 'left' || event?.kind === 'no_show') await comeBack(inside, at.visitId)
    return changeQueue(inside, at.siteId, (queue) => takeBack(queue, id, at.visitId, seq))
  })
  return { message: `Taken back: ${ticket.code}.`, ticket: await readCard(context, at.siteId, id) }
}

async function comeBack(context: SignedIn, visitId: string): Promise<void> {
  const visit = await readVisit(context.db, 'everyone', visitId)
  if (visit?.status === 'no_show') await moveVisit(context, visit, 'arrived')
}

async function takeBack(queue: OpenQueue, id: string, visitId: string, seq: number): Promise<Ticket> {
  const { tx, siteId } = queue
  const ticket = await readTicket(tx, siteId, id)
  if (!ticket) throw notFound('This ticket')
  const events = await eventsOfTicket(tx, siteId, id)
  const latest = standingEvents(events).at(-1) as EventRow | undefined
  if (latest?.seq !== seq) {
    throw new Refusal('changed_meanwhile', `Something else has happened to ${ticket.code} since.`)
  }
  const { day } = dayOf({ id: siteId, timeZone: queue.timeZone }, queue.now)
  const whyNot =
    whyNotUndo(latest, ticket, day, await inTheWay(queue, ticket, latest)) ??
    (await whyNotLive(queue, ticket, visitId))
  if (whyNot) throw new Refusal('not_possible_now', whyNot)
  return queue.undo(ticket, seq)
}

/** Who is at the desk that the ticket would go back to, if it is somebody else. */
async function inTheWay({ tx, siteId }: OpenQueue, ticket: Ticket, event: EventRow) {
  if (event.desk === null || !goesBackToDesk.includes(event.kind)) return null
  const there = await ticketAtDesk(tx, siteId, event.desk)
  return there && there.id !== ticket.id ? { name: event.deskName ?? 'The desk', code: there.code } : null
}

/** Somebody who has ended and checked in again has another ticket by now. */
async function whyNotLive({ tx, siteId }: OpenQueue, ticket: Ticket, visitId: string) {
  const live = await liveTicketOfVisit(tx, siteId, visitId)
  return live && live.id !== ticket.id ? `This visit has ticket ${live.code} now.` : null
}
