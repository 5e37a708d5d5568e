import type { holdSlot as contract, releaseHold as releaseContract } from '#contract/booking.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { isoInterval } from '#server/modules/sites/index.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { tryInTransaction } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import { hashToken, newToken, uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { planAt, requireBookable } from '../availability/plan-visit.ts'
import { insertHold, takeHold } from '../availability/queries-chairs.ts'
import { seekChair } from '../availability/seek-chair.ts'
import { slotTaken } from '../availability/slot-taken.ts'
import { holderNetwork, refuseUnsigned, waitForUnsigned } from './unsigned-holds.ts'

/** A generous limit, since many patients may share the address of a mobile network, and holds expire within minutes. */
const holdLimit: Limit = { name: 'hold', burst: 60, perSeconds: 600 }
const longestMinutes = 60

/** Holds one chair for an interval, for anyone, for a few minutes. */
export async function holdSlot(context: Context, body: BodyOf<typeof contract>) {
  const { clock, network } = context
  const [start, end] = [wholeMinute(body.start, 'start'), wholeMinute(body.end, 'end')]
  if (end <= start) throw invalid({ end: ['The end must come after the start'] })
  if (end - start > longestMinutes) throw invalid({ end: [`At most ${longestMinutes} minutes can be held`] })
  await spend(context, holdLimit, network)
  const plan = await planAt(context, body.siteId, [])
  requireBookable(context, plan, { start, length: end - start }, 'start')

  const token = newToken()
  const now = clock.now()
  const expiresAt = after(now, minutes(plan.laboratory.holdMinutes))
  const buffer = plan.laboratory.bufferMinutes
  const place = { siteId: plan.site.id, start, end, buffer }
  const by = holderNetwork(context)
  const hold = { ...place, id: uuidv7(clock), tokenHash: hashToken(token), network: by, expiresAt, now }
  const placed = await tryInTransaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    if (by) await waitForUnsigned(within, plan, place, by)
    if (body.replaces !== undefined) await takeHold(tx, hashToken(body.replaces), now)
    if (by) await refuseUnsigned(within, plan, place, by)
    return seekChair(within, hold, () => insertHold(tx, hold))
  })
  if (placed === null) throw await slotTaken(context, plan, { start, length: end - start })
  return {
    token,
    ...isoInterval({ start, end }),
    expiresAt: expiresAt.toISOString(),
    message: messages.calendar.success,
  }
}

export async function releaseHold(context: Context, { token }: BodyOf<typeof releaseContract>) {
  await takeHold(context.db, hashToken(token), context.clock.now())
  return { message: 'The time is free again.' }
}

function wholeMinute(instant: string, field: string): number {
  const minute = Date.parse(instant) / 60_000
  if (!Number.isInteger(minute)) throw invalid({ [field]: ['Give a whole minute'] })
  return minute
}
