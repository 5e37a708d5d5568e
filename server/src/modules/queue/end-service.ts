import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { changeQueue } from './change-queue.ts'
import { liveTicketOfVisit } from './queries-tickets.ts'

/**
 * Finishes the ticket of a visit, called or not, once everything has been collected, in the transaction `db`. Does nothing for a
 * visit without a ticket.
 */
export async function finishAfterCollection(
  context: Context,
  visit: { siteId: string; id: string },
): Promise<void> {
  const find = (db: Db) => liveTicketOfVisit(db, visit.siteId, visit.id)
  if (!(await find(context.db))) return
  await changeQueue(context, visit.siteId, async ({ tx, note }) => {
    const live = await find(tx)
    if (live) await note(live, { kind: 'finished', detail: { cause: 'collected' } })
  })
}
