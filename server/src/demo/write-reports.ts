import { issueReport } from '#server/modules/laboratory/index.ts'
import { stoppedClock } from '#server/platform/clock.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { personOf, settleMessages, visitsToReport } from './queries-seed.ts'

/** Somebody of the made-up staff, as the product's verbs know them. */
export async function actingAs(context: Context, accountId: string): Promise<SignedIn> {
  const person = await personOf(context.db, accountId)
  if (!person) throw new Error('Nobody of that id works here')
  return {
    ...context,
    actor: { accountId, ...person, permissions: [], sites: null, sessionHash: Buffer.alloc(0) },
  }
}

/**
 * Has the product write the reports of the latest visits, as of when each was released. Drawing is what takes long, so
 * there are as many as are asked for.
 */
export async function writeReports(
  context: Context,
  ask: { accountId: string | null; limit: number },
): Promise<number> {
  const visits = await visitsToReport(context.db, ask)
  for (const visit of visits.reverse()) {
    const signed = await actingAs(context, visit.releasedBy)
    await inTransaction(context.db, async (tx) => {
      await issueReport({ ...signed, db: tx, clock: stoppedClock(visit.releasedAt) }, visit.id)
      await settleMessages(tx)
    })
  }
  return visits.length
}
