import { createHash } from 'node:crypto'
import { messages } from '#contract/messages.ts'
import { type Interval, localAt, minuteOf, type Plan } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { notPossible, Refusal } from '#server/platform/errors.ts'
import { busyDays } from '../availability/busy-days.ts'
import { leavesAQuarter } from '../availability/leaves-a-quarter.ts'
import { countUnsignedHolds, lockUnsignedHolds, type Place } from '../availability/queries-chairs.ts'

const mostAtOnce = 3

/** The hash of the network that is stored with the hold of a caller who is not signed in; null for all others. */
export function holderNetwork({ actor, network }: Pick<Context, 'actor' | 'network'>): Buffer | null {
  return actor === null ? createHash('sha256').update(`hold\n${network}`).digest() : null
}

/** Locks out other holds without an account from this network, and on this day of the site, until the transaction ends. */
export function waitForUnsigned({ db }: Pick<Context, 'db'>, plan: Plan, place: Place, network: Buffer) {
  const { day } = localAt(plan.site.timeZone, place.start)
  return lockUnsignedHolds(db, network, `${place.siteId} ${day}`)
}

/** Refuses a hold if the network has the maximum already, or if the hold would leave less than a quarter of the day free. */
export async function refuseUnsigned(
  context: Pick<Context, 'db' | 'clock' | 'actor'>,
  plan: Plan,
  place: Place,
  network: Buffer,
): Promise<void> {
  const now = context.clock.now()
  const held = await countUnsignedHolds(context.db, network, now)
  if (held.count >= mostAtOnce) {
    const wait = held.nextEnd === null ? 60 : Math.ceil((held.nextEnd.getTime() - now.getTime()) / 1000)
    throw new Refusal('too_many_requests', messages.calendar.tooManyHeld, { retryAfterSeconds: wait })
  }
  const { day } = localAt(plan.site.timeZone, place.start)
  const busy = await busyDays(context, plan, { from: day, to: day })
  const hold: Interval = { start: place.start, end: place.end + place.buffer }
  if (!leavesAQuarter(plan, busy, day, hold, minuteOf(now))) {
    throw notPossible(messages.calendar.lastPlaces)
  }
}
