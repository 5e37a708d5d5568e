import type { TicketCard } from '#contract/queue-views.ts'
import { moveVisit, readVisit } from '#server/modules/booking/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { Refusal, requirePossible } from '#server/platform/errors.ts'
import { changeQueue, type OpenQueue } from './change-queue.ts'
import { dayOf } from './picture.ts'
import { whyNotUndo } from './policy.ts'
import { type EventRow, eventsOfTicket } from './queries-queue.ts'
import { liveTicketOfVisit, locateTicket, readTicket, ticketAtDesk } from './queries-tickets.ts'
import { readCard } from './read-queue.ts'
import { goesBackToDesk } from './show.ts'
import { standingEvents, type Ticket } from './ticket-life.ts'

/**
 * Undoes the latest event of a ticket with an `undone` event: nothing is deleted, and the ticket's state is derived from the other
 * events. Only the event that the screen shows as the latest can be undone. If it had made the visit a no-show, the visit has arrived
 * again.
 */
export async function undoEvent(
  context: SignedIn,
  id: string,
  seq: number,
): Promise<{ message: string; ticket: TicketCard }> {
  const at = await locateTicket(context.db, context.actor.sites, id)
  const ticket = await transact(context, async (inside) => {
    // An event never changes; whether it is still the latest is checked once the queue is locked.
    const event = (await eventsOfTicket(inside.db, at.siteId, id)).find((past) => past.seq === seq)
    if (event?.kind === 'left' || event?.kind === 'no_show') await comeBack(inside, at.visitId)
    return changeQueue(inside, at.siteId, (queue) => takeBack(queue, id, at.visitId, seq))
  })
  return { message: `Undone: ${ticket.code}.`, ticket: await readCard(context, at.siteId, id) }
}

async function comeBack(context: SignedIn, visitId: string): Promise<void> {
  const visit = await readVisit(context.db, 'everyone', visitId)
  if (visit?.status === 'no_show') await moveVisit(context, visit, 'arrived')
}

async function takeBack(queue: OpenQueue, id: string, visitId: string, seq: number): Promise<Ticket> {
  const { tx, siteId } = queue
  const ticket = await readTicket(tx, siteId, id)
  const events = await eventsOfTicket(tx, siteId, id)
  const latest = standingEvents(events).at(-1) as EventRow | undefined
  if (latest?.seq !== seq) {
    throw new Refusal('changed_meanwhile', `Something else has happened to ${ticket.code} since.`)
  }
  const { day } = dayOf(queue, queue.now)
  requirePossible(
    whyNotUndo(latest, ticket, day, await inTheWay(queue, ticket, latest)) ??
      (await whyNotLive(queue, ticket, visitId)),
  )
  return queue.undo(ticket, seq)
}

/**
 * The desk's name and the code of the ticket at the desk to which this one would return; null if the desk is free, or if the
 * ticket does not return to a desk.
 */
async function inTheWay({ tx, siteId }: OpenQueue, ticket: Ticket, event: EventRow) {
  if (event.desk === null || !goesBackToDesk.includes(event.kind)) return null
  const there = await ticketAtDesk(tx, siteId, event.desk)
  return there && there.id !== ticket.id ? { name: event.deskName ?? 'The desk', code: there.code } : null
}

/** Why the ticket cannot be live again: the visit has another ticket by now. Null if it can. */
async function whyNotLive({ tx, siteId }: OpenQueue, ticket: Ticket, visitId: string) {
  const live = await liveTicketOfVisit(tx, siteId, visitId)
  return live && live.id !== ticket.id ? `This visit has ticket ${live.code} now.` : null
}
