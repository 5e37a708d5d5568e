import { messages } from '#contract/messages.ts'
import {
  addDays,
  firstInstantOfLocal,
  instantOf,
  localAt,
  minuteOf,
  type Plan,
} from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { freeDays, nearest } from './availability.ts'
import { readBusy } from './queries-chairs.ts'

const daysAround = 7

/** The refusal for a start that is taken, with the three nearest free ones. */
export async function slotTaken(
  { db, clock, actor }: Context,
  plan: Plan,
  wanted: { start: number; length: number; except?: string },
): Promise<Refusal> {
  const now = minuteOf(clock.now())
  const { timeZone } = plan.site
  const today = localAt(timeZone, now).day
  const { day } = localAt(timeZone, wanted.start)
  const from = [today, addDays(day, -daysAround)].sort()[1] ?? today
  const to = addDays(day, daysAround)
  const busy = await readBusy(db, {
    siteId: plan.site.id,
    start: firstInstantOfLocal(timeZone, from, 0),
    end: firstInstantOfLocal(timeZone, addDays(to, 1), 0),
    now: clock.now(),
    signedIn: actor !== null,
    ...(wanted.except !== undefined && { except: wanted.except }),
  })
  const days = freeDays(plan, busy, { from, to, length: wanted.length, now })
  const alternatives = nearest(days, wanted.start).map((minute) => instantOf(minute).toISOString())
  return new Refusal('slot_taken', messages.calendar.conflict, { alternatives })
}
