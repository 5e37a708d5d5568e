import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { Delivery, DeliveryState, deliveries } from '#contract/notifications.ts'
import { may } from '#contract/permissions.ts'
import { audit } from '#server/platform/audit.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notAllowed, notFound, Refusal } from '#server/platform/errors.ts'
import { readIdKey } from '#server/platform/page-keys.ts'
import type { Channel, OutboxRow } from './queries.ts'
import { countTroubles, findDelivery, listDeliveryRows, planAgain } from './queries-ledger.ts'
import { carriesCode } from './write-mail.ts'

/** A message that waits longer than this beyond its time is an alarm: the jobs run every minute. */
const lateAfter = minutes(10)

/** Every message and what became of it, newest first, a page at a time. */
export async function listDeliveries(
  { db, actor, clock, config }: SignedIn,
  { state, channel, limit, cursor }: QueryOf<typeof deliveries>,
): Promise<ResponseOf<typeof deliveries>> {
  if (!may(actor, 'messages')) throw notAllowed()
  const before = readIdKey(cursor)
  const rows = await listDeliveryRows(db, actor.sites, {
    state: state ?? null,
    channel: channel ?? null,
    before,
    limit: limit + 1,
  })
  const shown = rows.slice(0, limit)
  return {
    deliveries: shown.map(deliveryOf),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    ...(await countTroubles(db, actor.sites, after(clock.now(), -lateAfter))),
    smsConnected: config.sms !== null,
  }
}

function deliveryOf(row: OutboxRow): Delivery {
  return {
    id: row.id,
    kind: row.kind,
    channel: row.channel as Channel,
    to: row.recipient,
    state: row.state as DeliveryState,
    attempts: row.attempts,
    at: row.created_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    reason: row.error,
    text: row.body,
    segments: row.segments,
    canResend: (row.state === 'failed' || row.state === 'kept') && !carriesCode(row.kind),
  }
}

/** Tries a message again that was given up or kept, with the same key as before. */
export async function resendDelivery(context: SignedIn, id: string): Promise<{ message: string }> {
  if (!may(context.actor, 'messages')) throw notAllowed()
  const row = await findDelivery(context.db, context.actor.sites, id)
  if (!row) throw notFound('This message')
  if (carriesCode(row.kind)) {
    throw new Refusal(
      'not_possible_now',
      'It carried a code that is gone. The person has to ask for another.',
    )
  }
  if (row.channel === 'sms' && context.config.sms === null) {
    throw new Refusal('not_possible_now', 'No SMS gateway is connected.')
  }
  await inTransaction(context.db, async (tx) => {
    if (!(await planAgain(tx, id, context.clock.now()))) {
      throw new Refusal('not_possible_now', 'Only what was given up or kept can be sent again.')
    }
    await audit({ ...context, db: tx }, { action: 'message.resent', subject: { kind: 'message', id } })
  })
  context.wakeOutbox()
  return { message: 'The message goes out again.' }
}
