import type { Context, SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { comparePatients, lockComparison } from './queries-pairs.ts'

/** It reads every patient: seconds of work for a large laboratory. */
const comparisons: Limit = { name: 'compare patients', burst: 5, perSeconds: 600 }

/** Compares all patients; while another process does, there is nothing to do. */
export async function compareAllPatients({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await lockComparison(tx)) await comparePatients(tx, clock.now())
  })
}

/** The same at once, for somebody who does not wait for the night. */
export async function findDuplicates(context: SignedIn): Promise<{ message: string }> {
  await spend(context, comparisons, 'all')
  await compareAllPatients(context)
  return { message: 'All patients were compared.' }
}
