import { listExpected } from '#server/modules/booking/index.ts'
import type { Context } from '#server/platform/context.ts'
import { classOf } from './order.ts'
import { dayOf, readPicture, type SiteRef } from './picture.ts'

export type QueueState = Awaited<ReturnType<typeof readQueueState>>

/** The present state of a queue, from which a forecast of waits starts. Two statements; some milliseconds with 200 waiting. */
export async function readQueueState(context: Pick<Context, 'db' | 'clock'>, site: SiteRef) {
  const picture = await readPicture(context, site, { ended: false })
  const { seq, at, site: rule, lines, atDesk, desks } = picture
  return {
    seq,
    at,
    rule,
    /** Each room's queue in calling order. `arrivedAt` is the start of the wait as the calling rule counts it. */
    waiting: [...lines.values()].flat().map((ticket) => ({
      ...ticket,
      class: classOf(ticket),
      arrivedAt: ticket.queuedAt,
      tests: ticket.testCodes,
    })),
    /** Called or in service: the desk has been occupied since `calledAt`. */
    serving: new Map(
      [...atDesk].flatMap(([desk, { calledAt, testCodes }]) =>
        calledAt === null ? [] : [[desk, { calledAt, tests: testCodes }] as const],
      ),
    ),
    /** Desks that are open or paused. */
    desks: desks.filter(({ state }) => state !== 'closed'),
    /** Booked for the rest of the day and not checked in. */
    expected: await listExpected(context.db, site.id, at, dayOf(site, at).end),
  }
}
