import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { refuseAtClosedSite } from './closed-site.ts'
import { type Place, purgeExpiredHolds, takeOverHolds } from './queries-chairs.ts'

const mostTries = 40

/**
 * Repeats `attempt` until it gets a chair; null if there is none. 'lost' means that a concurrent caller took the chosen
 * chair. Expired holds still violate the constraint: if the time is full, such holds are removed and the attempt is
 * repeated, once also if there were none, since a concurrent caller may just have removed them. For callers who are signed
 * in, holds without an account are also removed in their last minute. The call is refused if the site was closed for good
 * meanwhile.
 */
export async function seekChair<Chair>(
  { db, clock, actor }: Pick<Context, 'db' | 'clock' | 'actor'>,
  place: Place & { chair?: number | undefined },
  attempt: () => Promise<Chair | 'lost' | 'full'>,
): Promise<Chair | null> {
  const now = clock.now()
  let lookedTwice = false
  for (let tries = 0; tries < mostTries; tries++) {
    const outcome = await attempt().catch(refuseAtClosedSite)
    if (outcome === 'lost') continue
    if (outcome !== 'full') return outcome
    const cleared =
      (await purgeExpiredHolds(db, place, now)) || (actor ? await takeOverHolds(db, place, now) : 0)
    if (cleared === 0 && lookedTwice) return null
    lookedTwice = cleared === 0
  }
  throw new Refusal('busy', 'Many people are booking this time at once. Please try again.', {
    retryAfterSeconds: 1,
  })
}
