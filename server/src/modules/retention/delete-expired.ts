import type { RetainedClass } from '#contract/retention.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { eachApart } from '#server/platform/each-apart.ts'
import { deleteExpired, listPeriods, noteRun, readRule } from './queries-retention.ts'

/** Rows of one transaction, and transactions of a class in one night: locks stay short, and a first run does not take all night. */
const batch = { rows: 2_000, most: 250 }

/**
 * The nightly job: deletes what has expired, in bounded batches, each with an entry in the audit trail. A class that fails does not stop
 * the others.
 * @throws the error of the first class that failed, after all classes
 */
export async function deleteExpiredRows(context: Context): Promise<void> {
  const { confirmedAt } = await readRule(context.db)
  if (confirmedAt === null) return
  await eachApart(
    await listPeriods(context.db),
    async ({ class: name, days }) => {
      // Accounts are erased, not deleted, and their holders are told before.
      if (days !== null && name !== 'account') await deleteExpiredOf(context, name, days)
    },
    (error, { class: name }) =>
      context.log.error({ err: error, class: name }, 'expired rows could not be deleted'),
  )
}

async function deleteExpiredOf(context: Context, name: RetainedClass, days: number): Promise<void> {
  let removed = 0
  for (let count = 0; count < batch.most; count++) {
    const gone = await transact(context, async (inside) => {
      const rows = await deleteExpired(inside.db, name, batch.rows)
      const subject = { kind: 'retention', id: name }
      if (rows > 0) await audit(inside, { action: 'retention.deleted', subject, after: { rows, days } })
      return rows
    })
    removed += gone
    if (gone === 0) break
  }
  await noteRun(context.db, name, context.clock.now(), removed)
}
