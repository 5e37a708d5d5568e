import type { TicketCard } from '#contract/queue-views.ts'
import { type Room, roomLabels, type TicketAction, whyNotTicket } from '#contract/ticket-states.ts'
import { moveVisit, readVisit } from '#server/modules/booking/index.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { changeQueue, type OpenQueue } from './change-queue.ts'
import { readDesk } from './queries-queue.ts'
import { locateTicket, readTicket } from './queries-tickets.ts'
import { readCard } from './read-queue.ts'
import type { Ticket, TicketDeed } from './ticket-life.ts'

type Answer = { message: string; ticket: TicketCard }

/** The actions of a desk on a called or waiting ticket; each is one event. */

export const recallTicket = (context: SignedIn, id: string): Promise<Answer> =>
  change(context, id, 'recall', (ticket) => `${ticket.code} was called again.`, {
    kind: 'recalled',
    detail: {},
  })

export const startService = (context: SignedIn, id: string): Promise<Answer> =>
  change(context, id, 'start', (ticket) => `${ticket.code} is here.`, { kind: 'started', detail: {} })

export const finishService = (context: SignedIn, id: string): Promise<Answer> =>
  change(context, id, 'finish', (ticket) => `${ticket.code} is finished.`, { kind: 'finished', detail: {} })

export const skipTicket = (context: SignedIn, id: string): Promise<Answer> =>
  change(context, id, 'skip', (ticket) => `${ticket.code} is back in the line.`, {
    kind: 'skipped',
    detail: {},
  })

export function setUrgent(
  context: SignedIn,
  id: string,
  body: { urgent: boolean; reason: string },
): Promise<Answer> {
  const say = (ticket: Ticket) =>
    body.urgent ? `${ticket.code} goes before the others.` : `${ticket.code} waits like the others.`
  return change(context, id, 'urgent', say, { kind: 'urgent', detail: body })
}

/** Transfers a ticket to another room or to one desk. The time of arrival, and with it the place, is kept. */
export async function transferTicket(
  context: SignedIn,
  id: string,
  to: { room?: Room | undefined; desk?: number | undefined },
): Promise<Answer> {
  let where = ''
  return change(
    context,
    id,
    'transfer',
    (ticket) => `${ticket.code} waits for ${where}.`,
    async (queue) => {
      const desk = to.desk === undefined ? null : await readDesk(queue.tx, queue.siteId, to.desk)
      if (to.desk !== undefined && !desk) throw invalid({ desk: ['There is no such desk'] })
      if (desk?.state === 'closed') throw invalid({ desk: [`${desk.name} is closed`] })
      const room = desk?.room ?? to.room ?? 'collection'
      where = desk ? desk.name : roomLabels[room].toLowerCase()
      return { kind: 'transferred', detail: { room, forDesk: desk?.number ?? null } }
    },
  )
}

/** Ends a ticket whose patient did not come to the call. The visit becomes a no-show, and can still be checked in later. */
export const ticketNoShow = (context: SignedIn, id: string): Promise<Answer> =>
  end(context, id, 'no_show', { kind: 'no_show', detail: {} }, (ticket) => `${ticket.code} did not come.`)

/** Ends a ticket whose patient left without service. The visit becomes a no-show, and can still be checked in later. */
export const leaveQueue = (context: SignedIn, id: string, reason: string): Promise<Answer> =>
  end(
    context,
    id,
    'leave',
    { kind: 'left', detail: reason === '' ? {} : { reason } },
    (ticket) => `${ticket.code} has left.`,
  )

type Decide = (queue: OpenQueue, ticket: Ticket) => Promise<TicketDeed>

async function change(
  context: SignedIn,
  id: string,
  action: TicketAction,
  say: (ticket: Ticket) => string,
  deed: TicketDeed | Decide,
): Promise<Answer> {
  const at = await locateTicket(context.db, context.actor.sites, id)
  if (!at) throw notFound('This ticket')
  const ticket = await changeQueue(context, at.siteId, (queue) => act(queue, id, action, deed))
  return { message: say(ticket), ticket: await readCard(context, at.siteId, id) }
}

/** The same for actions that also change the visit. The visit is changed first: see `changeQueue`. */
async function end(
  context: SignedIn,
  id: string,
  action: 'no_show' | 'leave',
  deed: TicketDeed,
  say: (ticket: Ticket) => string,
): Promise<Answer> {
  const at = await locateTicket(context.db, context.actor.sites, id)
  if (!at) throw notFound('This ticket')
  const ticket = await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    await giveUpVisit(inside, at.visitId)
    return changeQueue(inside, at.siteId, (queue) => act(queue, id, action, deed))
  })
  return { message: say(ticket), ticket: await readCard(context, at.siteId, id) }
}

/** A visit with collected samples continues without the patient. */
export async function giveUpVisit(context: Context, visitId: string): Promise<void> {
  const visit = await readVisit(context.db, 'everyone', visitId)
  if (visit?.status === 'arrived') await moveVisit(context, visit, 'no_show')
}

async function act(
  queue: OpenQueue,
  id: string,
  action: TicketAction,
  deed: TicketDeed | Decide,
): Promise<Ticket> {
  const ticket = await readTicket(queue.tx, queue.siteId, id)
  if (!ticket) throw notFound('This ticket')
  const called = ticket.recalledAt ?? ticket.calledAt
  const noShowFrom = called && after(called, minutes(queue.settings.noShowMinutes)).toISOString()
  const whyNot = whyNotTicket(action, { ...ticket, noShowFrom }, queue.now)
  if (whyNot) throw new Refusal('not_possible_now', whyNot)
  return queue.note(ticket, typeof deed === 'function' ? await deed(queue, ticket) : deed)
}
