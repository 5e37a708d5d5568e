import { type SignedIn, transact } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { isSqlError, Refusal } from '#server/platform/errors.ts'
import { lockNotAvailable, lockVisits, readVisitsToCome } from './queries-closures.ts'

const mostNamed = 3

/**
 * The visits to come at a site or on one of its chairs: their number and the first few. Nobody books another until the transaction
 * ends.
 */
export async function holdVisitsToCome(
  { db, clock }: SignedIn,
  where: { siteId: string; chair: number | null },
) {
  await holdBookings(db)
  return readVisitsToCome(db, { ...where, now: clock.now(), most: mostNamed })
}

/** Runs `work` in a transaction in which nobody else books. */
export const withoutBookings = <T>(context: SignedIn, work: (inside: SignedIn) => Promise<T>): Promise<T> =>
  transact(context, async (inside) => {
    await holdBookings(inside.db)
    return work(inside)
  })

/** Keeps everyone from booking until the transaction ends; refuses if others are booking for seconds on end. */
const holdBookings = (tx: Db) =>
  lockVisits(tx).catch((error: unknown) => {
    if (!isSqlError(error, lockNotAvailable)) throw error
    throw new Refusal('busy', 'The bookings are busy for a moment. Nothing was changed; please try again.', {
      retryAfterSeconds: 2,
    })
  })
