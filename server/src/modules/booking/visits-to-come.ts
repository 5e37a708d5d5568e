import type { Db } from '#server/platform/database.ts'
import { isSqlError, Refusal } from '#server/platform/errors.ts'
import { lockNotAvailable, lockVisits, readVisitsToCome } from './queries-closures.ts'

const named = 3

/**
 * The visits that are to come at a site, or on one of its chairs: how many, and the first few. Until the transaction ends
 * nobody books another.
 */
export async function visitsToCome(
  tx: Db,
  where: { siteId: string; chair: number | null; now: Date },
): Promise<{ count: number; first: { fullName: string; reference: string; startsAt: Date }[] }> {
  await holdBookings(tx)
  return readVisitsToCome(tx, { ...where, most: named })
}

/** Keeps everyone from booking until the transaction ends; gives up when somebody else keeps that busy for long. */
export async function holdBookings(tx: Db): Promise<void> {
  await lockVisits(tx).catch((error: unknown) => {
    if (!isSqlError(error, lockNotAvailable)) throw error
    throw new Refusal('busy', 'The bookings are busy for a moment. Nothing was changed; please try again.', {
      retryAfterSeconds: 2,
    })
  })
}
