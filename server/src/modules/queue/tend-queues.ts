import { listAbsent, moveVisit } from '#server/modules/booking/index.ts'
import { after, days, minutes } from '#server/platform/clock.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { changeQueue, type OpenQueue } from './change-queue.ts'
import { giveUpVisit } from './move-ticket.ts'
import { dayOf } from './picture.ts'
import { allQueues, listDesertedDesks, listDesksOpenSince, type QueueRow, readDesk } from './queries-queue.ts'
import { listForgottenCalls, listOverdueTickets, readTicket, ticketAtDesk } from './queries-tickets.ts'
import { release } from './run-desk.ts'
import { tellNear } from './tell-near.ts'
import type { Ticket, TicketDeed } from './ticket-life.ts'

/**
 * Runs each minute: ends calls that nobody followed, marks no-shows, closes tickets and desks left over from the day before, and
 * notifies people whose turn is near. Each change is decided again in its own transaction once the queue is locked, so that two
 * processes do it once.
 */
export async function tendQueues(context: Context): Promise<void> {
  for (const queue of await allQueues(context.db)) {
    const { day, start } = dayOf(queue, context.clock.now())
    await endOverdue(context, queue, day)
    await endForgottenCalls(context, queue)
    await giveUpAbsent(context, queue)
    await closeDesks(context, queue.siteId, start)
    await tellNear(context, queue)
  }
}

async function endOverdue(context: Context, { siteId }: QueueRow, today: string): Promise<void> {
  for (const { cancelled, ...ticket } of await listOverdueTickets(context.db, siteId, today)) {
    const cause = cancelled ? ('visit cancelled' as const) : ('day ended' as const)
    // The end of the service is unknown, so its duration is not used.
    const deed: TicketDeed =
      ticket.status === 'serving'
        ? { kind: 'finished', detail: { cause, endSeen: false } }
        : { kind: 'left', detail: { cause } }
    await endUnlessChanged(context, ticket, deed)
  }
}

async function endForgottenCalls(context: Context, { siteId, callEndsMinutes }: QueueRow): Promise<void> {
  if (callEndsMinutes === 0) return
  const before = after(context.clock.now(), -minutes(callEndsMinutes))
  for (const ticket of await listForgottenCalls(context.db, siteId, before)) {
    await endUnlessChanged(context, ticket, { kind: 'no_show', detail: { cause: 'nobody came' } })
  }
}

const endUnlessChanged = (context: Context, ticket: Ticket, deed: TicketDeed) =>
  skipIfRefused(() =>
    transact(context, async (inside) => {
      if (deed.kind !== 'finished') await giveUpVisit(inside, ticket.visitId)
      await changeQueue(inside, ticket.siteId, async (queue) => {
        const now = await readTicket(inside.db, ticket.siteId, ticket.id)
        // Rolls back the change of the visit above.
        if (now.lastEvent !== ticket.lastEvent) throw new Refusal('changed_meanwhile', ticket.code)
        await queue.note(now, deed)
      })
    }),
  )

/** Older visits were handled when they were due, or are from before the queue was in use. */
const absentForAtMost = days(7)

async function giveUpAbsent(context: Context, { siteId, absentMinutes }: QueueRow): Promise<void> {
  if (absentMinutes === 0) return
  const now = context.clock.now()
  const absent = await listAbsent(context.db, siteId, {
    from: after(now, -absentForAtMost),
    before: after(now, -minutes(absentMinutes)),
  })
  for (const visit of absent) {
    await skipIfRefused(() => transact(context, (inside) => moveVisit(inside, visit, 'no_show')))
  }
}

async function closeDesks(context: Context, siteId: string, dayStart: Date): Promise<void> {
  const deserted = new Set((await listDesertedDesks(context.db, siteId)).map(({ number }) => number))
  const forgotten = await listDesksOpenSince(context.db, siteId, dayStart)
  for (const number of new Set([...deserted, ...forgotten.map((desk) => desk.number)])) {
    await skipIfRefused(() =>
      changeQueue(context, siteId, (queue) => closeEmptied(queue, number, deserted.has(number))),
    )
  }
}

/** Closes a desk. If a ticket is at the desk, only a deserted desk is closed, and the ticket waits again at its old place. */
async function closeEmptied(queue: OpenQueue, number: number, deserted: boolean): Promise<void> {
  const desk = await readDesk(queue.tx, queue.siteId, number)
  if (desk.state === 'closed') return
  const here = await ticketAtDesk(queue.tx, queue.siteId, number)
  if (here && !deserted) return
  if (here) await queue.note(here, { kind: 'transferred', detail: { room: here.room, forDesk: null } })
  await release(queue, number)
  await queue.noteDesk(number, { kind: 'closed', detail: {} })
}

/** A refusal means that another process was faster: there is nothing left to do. */
async function skipIfRefused(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
