import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { deliveries } from '#contract/notifications.ts'
import { may } from '#contract/permissions.ts'
import { audit } from '#server/platform/audit.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction, planForValues } from '#server/platform/database.ts'
import { notAllowed, notFound, Refusal } from '#server/platform/errors.ts'
import { readIdKey } from '#server/platform/page-keys.ts'
import { findRecipients } from './find-recipients.ts'
import { presentDeliveries } from './present-delivery.ts'
import type { OutboxRow } from './queries.ts'
import {
  countByState,
  countOverdue,
  findDelivery,
  type LedgerFilter,
  listDeliveriesTo,
  listDeliveryRows,
  planAgain,
} from './queries-ledger.ts'
import { carriesCode } from './write-mail.ts'

/** A message that waits longer than this beyond its time is an alarm: the jobs run every minute. */
const lateAfter = minutes(10)

/** Every message and what became of it, newest first, a page at a time. */
export async function listDeliveries(
  context: SignedIn,
  { state, channel, search, limit, cursor }: QueryOf<typeof deliveries>,
): Promise<ResponseOf<typeof deliveries>> {
  const { db, actor, clock, config } = context
  if (!may(actor, 'messages')) throw notAllowed()
  const { rows, latestOnly } = await rowsOf(context, search ?? '', {
    state: state ?? null,
    channel: channel ?? null,
    before: readIdKey(cursor),
    limit: limit + 1,
  })
  const shown = rows.slice(0, limit)
  return {
    deliveries: await presentDeliveries(context, shown),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    latestOnly,
    counts: await countByState(db, actor.sites),
    overdue: await countOverdue(db, actor.sites, after(clock.now(), -lateAfter)),
    smsConnected: config.sms !== null,
  }
}

async function rowsOf(
  context: SignedIn,
  search: string,
  filter: LedgerFilter,
): Promise<{ rows: OutboxRow[]; latestOnly: boolean }> {
  const { sites } = context.actor
  if (search === '') return { rows: await listDeliveryRows(context.db, sites, filter), latestOnly: false }
  return inTransaction(context.db, async (tx) => {
    await planForValues(tx)
    const { latestOnly, ...recipients } = await findRecipients({ ...context, db: tx }, search)
    return { rows: await listDeliveriesTo(tx, recipients, sites, filter), latestOnly }
  })
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
