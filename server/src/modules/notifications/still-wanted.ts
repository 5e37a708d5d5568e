import { z } from 'zod'
import { deliveryReasons } from '#contract/delivery-reasons.ts'
import { addressLinkState } from '#server/modules/access/index.ts'
import { visitMail } from '#server/modules/booking/index.ts'
import { instantOf, minuteOf } from '#server/modules/sites/index.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { withToken } from './collect-values.ts'
import type { OutboxRow } from './queries.ts'
import { findOverdue } from './queries-callbacks.ts'
import { listStopped } from './queries-spread.ts'
import { listEmailStops } from './queries-stops.ts'
import { quietAround } from './reminder-times.ts'
import { topicOf } from './ways.ts'
import { reminderRulesOf } from './within-batch.ts'
import { carriesCode, isOutdated } from './write-mail.ts'

/** A message that a turn is near is useless after this time: the patient has been called. */
const nearFor = minutes(10)
/** How often a mail with a link to a new address is tried while the address waits for its approval. */
const approvalAskedEvery = minutes(1)

const called = z.object({ siteId: z.string(), callbackId: z.string() })
const planned = z.object({ siteId: z.string(), visitId: z.string(), startsAt: z.string() })

/**
 * Whether a message is still to be sent: `send`, `drop` with the reason, or, for a reminder that was delayed into quiet hours, `wait`
 * until they are over. A reminder is dropped if its visit has changed since it was planned.
 */
export async function stillWanted(
  context: Context,
  row: OutboxRow,
): Promise<{ drop: string } | { wait: Date } | 'send'> {
  // A code is sent even after STOP: the owner of the number has just asked for it.
  if (
    row.channel === 'sms' &&
    (row.kind === 'result_link' || !carriesCode(row.kind)) &&
    (await listStopped(context.db, [row.recipient])).has(row.recipient)
  ) {
    return { drop: deliveryReasons.stopped }
  }
  if (row.channel === 'email') {
    const topic = topicOf(row.kind)
    if (topic !== null && (await listEmailStops(context.db, row.recipient)).includes(topic)) {
      return { drop: deliveryReasons.unsubscribed }
    }
  }
  // An outdated mail is dropped as outdated, whether its link still works or not.
  if (row.kind === 'email_change' && !isOutdated(row, context.clock.now())) {
    const state = await addressLinkState(context, withToken.parse(row.secret).token)
    if (state === 'dead') return { drop: deliveryReasons.addressChangeStopped }
    if (state === 'waiting') return { wait: after(context.clock.now(), approvalAskedEvery) }
  }
  if (row.kind === 'callback_overdue') return whetherOverdue(context, row)
  if (row.kind === 'turn_near' && context.clock.now() > after(row.createdAt, nearFor)) {
    return { drop: deliveryReasons.outdated }
  }
  if (row.kind !== 'visit_reminder' && row.kind !== 'fasting_begins') return 'send'
  const now = context.clock.now()
  const { siteId, visitId, startsAt } = planned.parse(row.payload)
  const visit = await visitMail(context, { siteId, visitId })
  if (!visit) return { drop: deliveryReasons.visitUnknown }
  if (visit.startsAt.toISOString() !== startsAt) return { drop: deliveryReasons.visitMoved }
  if (visit.status !== 'booked') return { drop: deliveryReasons.visitChanged }
  if (now >= visit.startsAt) return { drop: deliveryReasons.visitOver }
  const { quiet } = await reminderRulesOf(context)
  const hours = quietAround(visit.timeZone, quiet, minuteOf(now))
  return hours ? { wait: instantOf(hours.ends) } : 'send'
}

async function whetherOverdue({ db }: Context, row: OutboxRow): Promise<{ drop: string } | 'send'> {
  const { siteId, callbackId } = called.parse(row.payload)
  return (await findOverdue(db, siteId, callbackId)) ? 'send' : { drop: deliveryReasons.told }
}
