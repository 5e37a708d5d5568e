import type { Db } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { refuseAtClosedSite } from './closed-site.ts'
import { type Place, purgeExpiredHolds } from './queries-chairs.ts'

const mostTries = 40

/**
 * Makes an attempt until it gets a chair or there is none; null then. 'lost' means that somebody took the chosen chair
 * in the same moment. A hold that has run out still stands in the constraint's way: a full moment is cleared of such
 * holds and tried again, also once when there was nothing to clear, since somebody else may just have cleared it. At a
 * site that was closed for good in this moment it is refused.
 */
export async function seekChair<Chair>(
  db: Db,
  place: Place,
  now: Date,
  attempt: () => Promise<Chair | 'lost' | 'full'>,
): Promise<Chair | null> {
  let lookedTwice = false
  for (let tries = 0; tries < mostTries; tries++) {
    const outcome = await attempt().catch(refuseAtClosedSite)
    if (outcome === 'lost') continue
    if (outcome !== 'full') return outcome
    const cleared = await purgeExpiredHolds(db, place, now)
    if (cleared === 0 && lookedTwice) return null
    lookedTwice = cleared === 0
  }
  throw new Refusal('busy', 'Many people are booking this time at once. Please try again.', {
    retryAfterSeconds: 1,
  })
}
