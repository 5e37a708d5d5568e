import type { SignedIn } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { ask, event } from '#server/platform/events.ts'
import type { Site } from './queries.ts'
import { clockAt, localAt, minuteOf } from './zone.ts'

type VisitsToCome = { count: number; first: { fullName: string; reference: string; startsAt: Date }[] }

/**
 * Asks for the visits to come at a site or on one of its chairs: their number and the first of them. The handler keeps everybody
 * from booking until the transaction ends, so ask before any lock is taken.
 */
export const visitsToComeAsked = event<SignedIn, { siteId: string; chair: number | null }, VisitsToCome>(
  'visits to come asked',
)

/** Refuses to do `deed` while visits are booked at a site or on a chair, and names the first of them. */
export async function refuseWhileBooked(
  inside: SignedIn,
  { id: siteId, timeZone }: Site,
  deed: string,
  chair: number | null = null,
): Promise<void> {
  const { count, first } = await ask(inside, visitsToComeAsked, { siteId, chair })
  if (count === 0) return
  const named = first.map(({ fullName, reference, startsAt }) => {
    const minute = minuteOf(startsAt)
    return `${fullName} on ${localAt(timeZone, minute).day} at ${clockAt(timeZone, minute)} (${reference})`
  })
  const more = count > first.length ? [`${count - first.length} more`] : []
  throw notPossible(
    `Now ${count === 1 ? 'a visit is' : `${count} visits are`} booked there. Move them before you ${deed}: ${[...named, ...more].join(', ')}.`,
  )
}
