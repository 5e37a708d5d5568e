import type { Room, WaitingClass } from '#contract/ticket-states.ts'
import { listExpected } from '#server/modules/booking/index.ts'
import type { Context } from '#server/platform/context.ts'
import { classOf } from './order.ts'
import { dayOf, readPicture, type SiteRef } from './picture.ts'
import type { Settings } from './queries-queue.ts'

/** The present state of a queue, from which a forecast of waits starts. */
export type QueueState = {
  siteId: string
  seq: number
  at: Date
  rule: Settings
  /** Each room's queue in calling order. `arrivedAt` is the start of the wait as the calling rule counts it. */
  waiting: {
    ticketId: string
    visitId: string
    room: Room
    forDesk: number | null
    class: WaitingClass
    arrivedAt: Date
    appointmentAt: Date | null
    tests: string[]
  }[]
  /** Called or in service: the desk has been occupied since `calledAt`. */
  atDesk: {
    ticketId: string
    desk: number
    room: Room
    staffId: string | null
    tests: string[]
    calledAt: Date
    startedAt: Date | null
  }[]
  /** Desks that are open or paused. */
  desks: { number: number; room: Room; state: 'open' | 'paused'; staffId: string | null }[]
  /** Booked for the rest of the day and not checked in. */
  expected: { visitId: string; startsAt: Date; tests: string[] }[]
}

/** Two statements; some milliseconds with 200 waiting. */
export async function readQueueState(
  context: Pick<Context, 'db' | 'clock'>,
  site: SiteRef,
): Promise<QueueState> {
  const picture = await readPicture(context, site)
  const { end } = dayOf(site, picture.at)
  return {
    siteId: site.id,
    seq: picture.seq,
    at: picture.at,
    rule: picture.settings,
    waiting: [...picture.lines.values()].flat().map((ticket) => ({
      ticketId: ticket.id,
      visitId: ticket.visitId,
      room: ticket.room,
      forDesk: ticket.forDesk,
      class: classOf(ticket),
      arrivedAt: ticket.queuedAt,
      appointmentAt: ticket.appointmentAt,
      tests: ticket.testCodes,
    })),
    atDesk: [...picture.atDesk].flatMap(([desk, ticket]) =>
      ticket.calledAt === null
        ? []
        : [
            {
              ticketId: ticket.id,
              desk,
              room: ticket.room,
              staffId: ticket.staffId,
              tests: ticket.testCodes,
              calledAt: ticket.calledAt,
              startedAt: ticket.startedAt,
            },
          ],
    ),
    desks: picture.desks.flatMap(({ number, room, state, staff }) =>
      state === 'closed' ? [] : [{ number, room, state, staffId: staff?.id ?? null }],
    ),
    expected: await listExpected(context.db, site.id, picture.at, end),
  }
}
