import type { Context } from '#server/platform/context.ts'
import { changeQueue } from './change-queue.ts'
import { liveTicketOfVisit } from './queries-tickets.ts'

/**
 * Everything that a visit needs has been collected, on the `db` it is given: its ticket, called or not, is finished by
 * that, and nobody has to say so twice. Nothing happens to a visit that is not in the queue.
 */
export async function finishAfterCollection(
  context: Context,
  visit: { siteId: string; id: string },
): Promise<void> {
  if (!(await liveTicketOfVisit(context.db, visit.siteId, visit.id))) return
  await changeQueue(context, visit.siteId, async ({ tx, note }) => {
    const live = await liveTicketOfVisit(tx, visit.siteId, visit.id)
    if (live) await note(live, { kind: 'finished', detail: { cause: 'collected' } })
  })
}
