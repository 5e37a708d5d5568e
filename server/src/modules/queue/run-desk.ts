import type { ResponseInput } from '#contract/endpoint.ts'
import type { openDesk as contract } from '#contract/queue-desk.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notPossible, required } from '#server/platform/errors.ts'
import { changeQueue, type OpenQueue } from './change-queue.ts'
import { readPicture, siteOf } from './picture.ts'
import { requireAtDesk } from './policy.ts'
import { type DeskRow, deskOfPerson, readDesk } from './queries-queue.ts'
import { ticketAtDesk, ticketsForDesk } from './queries-tickets.ts'
import { showDesk } from './show.ts'
import type { DeskDeed } from './ticket-life.ts'

type Answer = ResponseInput<typeof contract>
type Where = { number: number; siteId: string | undefined }

/** Opens the desk for the caller. If it is open for somebody else, `takeOver` confirms that they have left. */
export function openDesk(context: SignedIn, where: Where, takeOver: boolean): Promise<Answer> {
  const { accountId } = context.actor
  return change(context, where, 'open', async (queue, desk) => {
    if (!desk.active) throw notPossible(`${desk.name} is out of use.`)
    const other = await deskOfPerson(queue.tx, queue.siteId, accountId)
    if (other && other.number !== desk.number) {
      throw notPossible(`You sit at ${other.name}. Close it first.`)
    }
    const isOwn = desk.staffId === accountId
    if (isOwn && desk.state === 'open') return null
    if (desk.state !== 'closed' && !isOwn && !takeOver) {
      throw notPossible(`${desk.staffName ?? 'Somebody'} sits at ${desk.name}.`)
    }
    return { kind: isOwn ? 'resumed' : 'opened', detail: {} }
  })
}

export const pauseDesk = (context: SignedIn, where: Where) => occupy(context, where, 'paused', 'paused')
export const resumeDesk = (context: SignedIn, where: Where) => occupy(context, where, 'open', 'resumed')

function occupy(context: SignedIn, where: Where, state: 'open' | 'paused', kind: 'paused' | 'resumed') {
  return change(context, where, state, async (_queue, desk) => {
    requireAtDesk(context.actor, desk)
    return desk.state === state ? null : { kind, detail: {} }
  })
}

export function closeDesk(context: SignedIn, where: Where): Promise<Answer> {
  return change(context, where, 'closed', async (queue, desk) => {
    if (desk.state === 'closed') return null
    requireAtDesk(context.actor, desk)
    const here = await ticketAtDesk(queue.tx, queue.siteId, desk.number)
    if (here) {
      throw notPossible(`${here.code} is at ${desk.name}. Finish or transfer it first.`)
    }
    await release(queue, desk.number)
    return { kind: 'closed', detail: {} }
  })
}

/** Lets tickets that wait for this desk only wait for its room. */
export async function release(queue: OpenQueue, desk: number): Promise<void> {
  for (const ticket of await ticketsForDesk(queue.tx, queue.siteId, desk)) {
    await queue.note(ticket, { kind: 'transferred', detail: { room: ticket.room, forDesk: null } })
  }
}

async function change(
  context: SignedIn,
  { number, siteId }: Where,
  becomes: string,
  decide: (queue: OpenQueue, desk: DeskRow) => Promise<DeskDeed | null>,
): Promise<Answer> {
  const site = await siteOf(context, siteId)
  await changeQueue(context, site.id, async (queue) => {
    const deed = await decide(queue, await readDesk(queue.tx, site.id, number))
    if (deed) await queue.noteDesk(number, deed)
  })
  const picture = await readPicture(context, site, { only: noTicket })
  const desk = required(
    picture.desks.find((shown) => shown.number === number),
    'This desk',
  )
  return { message: `${desk.name} is ${becomes}.`, desk: showDesk(desk, picture) }
}

const noTicket = '00000000-0000-0000-0000-000000000000'
