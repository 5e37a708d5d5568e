import type { TicketCard } from '#contract/queue-views.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { changeQueue } from './change-queue.ts'
import { inOrder, isFor } from './order.ts'
import { siteOf } from './picture.ts'
import { whyNotAtDesk } from './policy.ts'
import { readDesk } from './queries-queue.ts'
import { readTicket, ticketAtDesk, waitingIn } from './queries-tickets.ts'
import { readCardAt } from './read-queue.ts'

/**
 * Calls the next ticket to a desk. The pure rule decides among all waiting tickets while the site's queue is locked: of 32 desks that
 * call at once, each sees the calls before its own, so that nobody is called twice or passed over. It also finishes the ticket in
 * service at the desk: one key for the whole work.
 */
export async function callNext(
  context: SignedIn,
  number: number,
  siteId: string | undefined,
): Promise<{ message: string; ticket: TicketCard | null }> {
  const site = await siteOf(context, siteId)
  const outcome = await changeQueue(context, site.id, async (queue) => {
    const { tx } = queue
    const desk = await readDesk(tx, site.id, number)
    if (!desk) throw notFound('This desk')
    const whyNot = whyNotAtDesk(context.actor, desk)
    if (whyNot) throw new Refusal('not_possible_now', whyNot)
    if (desk.state === 'paused') {
      throw new Refusal('not_possible_now', `${desk.name} is paused. Resume it first.`)
    }
    const here = await ticketAtDesk(tx, site.id, number)
    if (here?.status === 'called') {
      throw new Refusal(
        'not_possible_now',
        `${here.code} has been called to ${desk.name} and has not come yet. Start, call again or skip.`,
      )
    }
    if (here) await queue.note(here, { kind: 'finished', detail: {} })
    const mine = (await waitingIn(tx, site.id, desk.room)).filter((ticket) => isFor(ticket, desk))
    const [first] = inOrder(mine, queue.now, queue.settings)
    const ticket = first && (await readTicket(tx, site.id, first.id))
    if (!ticket) return { desk, ticket: null }
    return { desk, ticket: await queue.note(ticket, { kind: 'called', detail: {} }, { desk: number }) }
  })
  if (!outcome.ticket) return { message: 'Nobody is waiting.', ticket: null }
  return {
    message: `${outcome.ticket.code} to ${outcome.desk.name}.`,
    ticket: await readCardAt(context, site, outcome.ticket.id),
  }
}
