import type { Db } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { clockAt, localAt, minuteOf } from './zone.ts'

/**
 * The visits that are to come at a site, or on one of its chairs, as the module of bookings knows them: how many, and the
 * first of them. It keeps others from being booked until the transaction ends, so it comes first in one.
 */
export type VisitsToCome = (
  tx: Db,
  where: { siteId: string; chair: number | null; now: Date },
) => Promise<{ count: number; first: { fullName: string; reference: string; startsAt: Date }[] }>

/** Refuses to do `what` while visits are booked there, and names the first of them. */
export async function refuseWhileBooked(
  visitsToCome: VisitsToCome,
  tx: Db,
  where: { site: { id: string; timeZone: string }; chair?: number; now: Date },
  what: string,
): Promise<void> {
  const { site, chair, now } = where
  const { count, first } = await visitsToCome(tx, { siteId: site.id, chair: chair ?? null, now })
  if (count === 0) return
  const named = first.map(({ fullName, reference, startsAt }) => {
    const minute = minuteOf(startsAt)
    return `${fullName} on ${localAt(site.timeZone, minute).day} at ${clockAt(site.timeZone, minute)} (${reference})`
  })
  const more = count > first.length ? [`${count - first.length} more`] : []
  const visits = count === 1 ? 'a visit is' : `${count} visits are`
  throw new Refusal(
    'not_possible_now',
    `Now ${visits} booked there. Move them before you ${what}: ${[...named, ...more].join(', ')}.`,
  )
}
