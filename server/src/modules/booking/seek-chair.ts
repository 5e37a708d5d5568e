import type { Db } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { refuseAtClosedSite } from './closed-site.ts'
import { type Place, purgeExpiredHolds, takeOverHolds } from './queries-chairs.ts'

const mostTries = 40

/**
 * Makes an attempt until it gets a chair or there is none; null then. 'lost' means that somebody took the chosen chair
 * in the same moment. A hold that has run out still stands in the constraint's way: a full moment is cleared of such
 * holds and tried again, also once when there was nothing to clear, since somebody else may just have cleared it. For people
 * who are signed in, holds of others who are not give way in their last minute. At a site that was closed for good in
 * this moment it is refused.
 */
export async function seekChair<Chair>(
  db: Db,
  place: Place & { chair?: number | undefined },
  { now, signedIn }: { now: Date; signedIn: boolean },
  attempt: () => Promise<Chair | 'lost' | 'full'>,
): Promise<Chair | null> {
  let lookedTwice = false
  for (let tries = 0; tries < mostTries; tries++) {
    const outcome = await attempt().catch(refuseAtClosedSite)
    if (outcome === 'lost') continue
    if (outcome !== 'full') return outcome
    const cleared =
      (await purgeExpiredHolds(db, place, now)) || (signedIn ? await takeOverHolds(db, place, now) : 0)
    if (cleared === 0 && lookedTwice) return null
    lookedTwice = cleared === 0
  }
  throw new Refusal('busy', 'Many people are booking this time at once. Please try again.', {
    retryAfterSeconds: 1,
  })
}
