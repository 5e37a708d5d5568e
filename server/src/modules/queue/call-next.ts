import type { TicketCard } from '#contract/queue-views.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { changeQueue } from './change-queue.ts'
import { inOrder, isFor } from './order.ts'
import { siteOf } from './picture.ts'
import { requireAtDesk } from './policy.ts'
import { readDesk } from './queries-queue.ts'
import { readTicket, ticketAtDesk, waitingIn } from './queries-tickets.ts'
import { readCard } from './read-queue.ts'

/**
 * Calls the next ticket to a desk. The pure rule decides among all waiting tickets while the site's queue is locked: desks that
 * call at once do so one after the other, and nobody is called twice or passed over. It also finishes the ticket in service at the
 * desk, so that staff need one key only.
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
    requireAtDesk(context.actor, desk)
    if (desk.state === 'paused') {
      throw notPossible(`${desk.name} is paused. Resume it first.`)
    }
    const here = await ticketAtDesk(tx, site.id, number)
    if (here?.status === 'called') {
      throw notPossible(
        `${here.code} has been called to ${desk.name} and has not come yet. Start, call again or skip.`,
      )
    }
    if (here) await queue.note(here, { kind: 'finished', detail: {} })
    const own = (await waitingIn(tx, site.id, desk.room)).filter((ticket) => isFor(ticket, desk))
    const [first] = inOrder(own, queue.now, queue)
    if (!first) return null
    const ticket = await readTicket(tx, site.id, first.id)
    return { desk, ticket: await queue.note(ticket, { kind: 'called', detail: {} }, number) }
  })
  if (!outcome) return { message: 'Nobody is waiting.', ticket: null }
  const { desk, ticket } = outcome
  return { message: `${ticket.code} to ${desk.name}.`, ticket: await readCard(context, site.id, ticket.id) }
}
