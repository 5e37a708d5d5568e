import type { RetainedClass } from '#contract/retention.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, transact } from '#server/platform/context.ts'
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
  const errors: unknown[] = []
  for (const { class: name, days } of await listPeriods(context.db)) {
    // Accounts are erased, not deleted, and their holders are told before.
    if (days === null || name === 'account') continue
    try {
      await deleteExpiredOf(context, name, days)
    } catch (error) {
      context.log.error({ err: error, class: name }, 'expired rows could not be deleted')
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
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
