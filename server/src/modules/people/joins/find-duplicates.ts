import type { Context, SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { comparePersons, lockComparison } from './queries-pairs.ts'

/** It reads every person: seconds of work for a large laboratory. */
const comparisons: Limit = { name: 'compare persons', burst: 5, perSeconds: 600 }

/** Compares all persons, unless another process is doing it. */
export const compareAllPersons = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (await lockComparison(tx)) await comparePersons(tx, clock.now())
  })

/** Compares all persons at once, on request, instead of at night. */
export async function findDuplicates(context: SignedIn) {
  await spend(context, comparisons, 'all')
  await compareAllPersons(context)
  return { message: 'All persons were compared.' }
}
