import { messages } from '#contract/messages.ts'
import { addDays, instantOf, localAt, minuteOf, type Plan } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { freeDays, nearest } from './availability.ts'
import { busyDays } from './busy-days.ts'

const daysAround = 7

/** The refusal for a start that is taken, with the three nearest free ones. */
export async function slotTaken(
  context: Context,
  plan: Plan,
  { start, length, except }: { start: number; length: number; except?: string },
): Promise<Refusal> {
  const now = minuteOf(context.clock.now())
  const { timeZone } = plan.site
  const today = localAt(timeZone, now).day
  const { day } = localAt(timeZone, start)
  const from = [today, addDays(day, -daysAround)].sort()[1] ?? today
  const to = addDays(day, daysAround)
  const days = freeDays(plan, await busyDays(context, plan, { from, to, except }), { from, to, length, now })
  const alternatives = nearest(days, start).map((minute) => instantOf(minute).toISOString())
  return new Refusal('slot_taken', messages.calendar.conflict, { alternatives })
}
