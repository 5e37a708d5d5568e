import { setTimeout as sleep } from 'node:timers/promises'
import { issueReport } from '#server/modules/laboratory/index.ts'
import { stoppedClock } from '#server/platform/clock.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { personOf, settleMessages, visitsBelow, visitsToReport, visitsWithoutReport } from './queries-seed.ts'

/** The context of a made-up member of staff. */
export async function actingAs(context: Context, accountId: string): Promise<SignedIn> {
  const person = await personOf(context.db, accountId)
  if (!person) throw new Error('There is no account with this id')
  return {
    ...context,
    actor: { accountId, ...person, permissions: [], sites: null, sessionHash: Buffer.alloc(0) },
  }
}

/** Issues the reports of the latest visits at their times of release, at most `limit`, since drawing them takes long. */
export async function writeReports(
  context: Context,
  ask: { accountId: string | null; limit: number },
): Promise<number> {
  const visits = await visitsToReport(context.db, ask)
  for (const visit of visits.reverse()) await issue(context, visit)
  return visits.length
}

/** Issues the latest report with a low haemoglobin at once: a command of the page for developers searches for it. */
export async function writeAnaemia(context: Context): Promise<void> {
  for (const visit of await visitsBelow(context.db, { analyte: 'HGB', below: 11, limit: 1 }))
    await issue(context, visit)
}

/**
 * Issues the reports of all other visits of the history, the latest first, while the demonstration runs: each takes about 30 ms of
 * processor time, and visitors are served in between. It goes on where it was stopped.
 */
export async function writeOtherReports(
  context: Context,
  { signal, pause }: { signal: AbortSignal; pause: number },
): Promise<void> {
  for (;;) {
    const visits = await visitsWithoutReport(context.db, 20)
    if (visits.length === 0) return
    for (const visit of visits) {
      await sleep(pause, undefined, { signal })
      await issue(context, visit)
    }
  }
}

async function issue(
  context: Context,
  visit: { id: string; releasedBy: string; releasedAt: Date },
): Promise<void> {
  const signed = await actingAs(context, visit.releasedBy)
  await inTransaction(context.db, async (tx) => {
    await issueReport({ ...signed, db: tx, clock: stoppedClock(visit.releasedAt) }, visit.id)
    await settleMessages(tx, visit.id)
  })
}
