import type { TicketCard } from '#contract/queue-views.ts'
import { type Room, roomLabels, type TicketAction, whyNotTicket } from '#contract/ticket-states.ts'
import { moveVisit, readVisit } from '#server/modules/booking/index.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, requirePossible } from '#server/platform/errors.ts'
import { changeQueue, type OpenQueue } from './change-queue.ts'
import { noShowFrom } from './policy.ts'
import { findDesk } from './queries-queue.ts'
import { locateTicket, readTicket } from './queries-tickets.ts'
import { readCard } from './read-queue.ts'
import type { TicketDeed } from './ticket-life.ts'

type Answer = { message: string; ticket: TicketCard }

/** The actions of a desk on a ticket that are recorded as a single event without details: its kind, and the text of the answer. */
const plainActions = {
  recall: ['recalled', 'was called again.'],
  start: ['started', 'is here.'],
  finish: ['finished', 'is finished.'],
  skip: ['skipped', 'is back in the line.'],
  /** The patient did not come to the call. The visit becomes a no-show, and can still be checked in later. */
  no_show: ['no_show', 'did not come.'],
} as const

export function moveTicket(context: SignedIn, id: string, action: keyof typeof plainActions) {
  const [kind, outcome] = plainActions[action]
  return move(context, id, action, { kind, detail: {} }, outcome)
}

export function setUrgent(
  context: SignedIn,
  id: string,
  body: { urgent: boolean; reason: string },
): Promise<Answer> {
  const outcome = body.urgent ? 'goes before the others.' : 'waits like the others.'
  return move(context, id, 'urgent', { kind: 'urgent', detail: body }, outcome)
}

/** Transfers a ticket to another room or to one desk. The time of arrival, and with it the place, is kept. */
export async function transferTicket(
  context: SignedIn,
  id: string,
  to: { room?: Room | undefined; desk?: number | undefined },
): Promise<Answer> {
  const { siteId } = await locateTicket(context.db, context.actor.sites, id)
  const { ticket, where } = await changeQueue(context, siteId, async (queue) => {
    const found = await requireMovable(queue, id, 'transfer')
    const desk = to.desk === undefined ? null : await findDesk(queue.tx, siteId, to.desk)
    if (desk === undefined) throw invalid({ desk: ['There is no such desk'] })
    if (desk?.state === 'closed') throw invalid({ desk: [`${desk.name} is closed`] })
    const room = desk?.room ?? to.room ?? 'collection'
    const detail = { room, forDesk: desk?.number ?? null }
    return {
      ticket: await queue.note(found, { kind: 'transferred', detail }),
      where: desk ? desk.name : roomLabels[room].toLowerCase(),
    }
  })
  return { message: `${ticket.code} waits for ${where}.`, ticket: await readCard(context, siteId, id) }
}

/** Ends a ticket whose patient left without service. The visit becomes a no-show, and can still be checked in later. */
export const leaveQueue = (context: SignedIn, id: string, reason: string): Promise<Answer> =>
  move(context, id, 'leave', { kind: 'left', detail: reason === '' ? {} : { reason } }, 'has left.')

/** The answer's message is the ticket's code with `outcome`. */
async function move(
  context: SignedIn,
  id: string,
  action: TicketAction,
  deed: TicketDeed,
  outcome: string,
): Promise<Answer> {
  const { siteId, visitId } = await locateTicket(context.db, context.actor.sites, id)
  const ticket = await transact(context, async (inside) => {
    // The visit is changed first: see `changeQueue`.
    if (deed.kind === 'no_show' || deed.kind === 'left') await giveUpVisit(inside, visitId)
    return changeQueue(inside, siteId, async (queue) =>
      queue.note(await requireMovable(queue, id, action), deed),
    )
  })
  return { message: `${ticket.code} ${outcome}`, ticket: await readCard(context, siteId, id) }
}

/** A visit with collected samples continues without the patient. */
export async function giveUpVisit(context: Context, visitId: string): Promise<void> {
  const visit = await readVisit(context.db, 'everyone', visitId)
  if (visit?.status === 'arrived') await moveVisit(context, visit, 'no_show')
}

/** @throws {Refusal} `not_possible_now` if the ticket's state does not allow the action */
async function requireMovable(queue: OpenQueue, id: string, action: TicketAction) {
  const ticket = await readTicket(queue.tx, queue.siteId, id)
  const from = noShowFrom(ticket, queue)?.toISOString() ?? null
  requirePossible(whyNotTicket(action, { ...ticket, noShowFrom: from }, queue.now))
  return ticket
}
