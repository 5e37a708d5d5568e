import type { QueryOf } from '#contract/endpoint.ts'
import type { deliveries } from '#contract/notifications.ts'
import { listAddressesOf } from '#server/modules/access/index.ts'
import { latestVisits } from '#server/modules/booking/index.ts'
import { searchQuery } from '#server/modules/people/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, minutes } from '#server/platform/clock.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { planned } from '#server/platform/database.ts'
import { dialled } from '#server/platform/dialled.ts'
import { notFound, notPossible } from '#server/platform/errors.ts'
import type { Page, PageQuery } from '#server/platform/list.ts'
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
  type Recipients,
} from './queries-ledger.ts'
import { carriesCode } from './write-mail.ts'

/** A message that is overdue for longer than this is counted as an alarm: the jobs run every minute. */
const lateAfter = minutes(10)

/** All messages with their delivery, newest first, a page at a time. */
export async function listDeliveries(
  context: SignedIn,
  { state, channel, search, ...query }: QueryOf<typeof deliveries>,
) {
  const { db, actor, clock, config } = context
  const { rows, nextCursor, latestOnly } = await pageOf(context, search ?? '', { state, channel }, query)
  return {
    rows: await presentDeliveries(context, rows),
    nextCursor,
    latestOnly,
    counts: await countByState(db, actor.sites),
    overdue: await countOverdue(db, actor.sites, after(clock.now(), -lateAfter)),
    smsConnected: config.sms !== null,
  }
}

async function pageOf(
  context: SignedIn,
  search: string,
  filter: LedgerFilter,
  query: PageQuery,
): Promise<Page<OutboxRow> & { latestOnly: boolean }> {
  const { sites } = context.actor
  if (search === '') {
    return { ...(await listDeliveryRows(context.db, sites, filter, query)), latestOnly: false }
  }
  return planned(context.db, async (tx) => {
    const { latestOnly, ...recipients } = await findRecipients({ ...context, db: tx }, search)
    return { ...(await listDeliveriesTo(tx, recipients, sites, filter, query)), latestOnly }
  })
}

/** Maximum number of visits, and of e-mail addresses, whose messages a search lists. */
const mostFound = 200

/**
 * The recipients that match a search by address, number, name or reference: the latest visits and e-mail addresses, and
 * the searched address or number itself, which may belong to no account any more. Must run in a transaction of `planned`.
 */
async function findRecipients(
  context: SignedIn,
  search: string,
): Promise<Recipients & { latestOnly: boolean }> {
  const { db, actor } = context
  const words = searchQuery(search)
  const visits = words === null ? [] : await latestVisits(db, 'any', words, actor.sites, mostFound)
  const emails = await listAddressesOf(db, { search, sites: actor.sites }, mostFound)
  const { phone: home } = await laboratorySettings(context)
  return {
    visitIds: visits.map(({ id }) => id),
    emails,
    begins: /^\S+@\S*$/.test(search) ? search.toLowerCase() : null,
    phone: /^\+?[0-9 ().-]+$/.test(search) ? dialled(search, home) : '',
    latestOnly: visits.length === mostFound || emails.length === mostFound,
  }
}

/** Sends a failed or kept message again, with the same key. */
export async function resendDelivery(context: SignedIn, id: string): Promise<{ message: string }> {
  const row = await findDelivery(context.db, context.actor.sites, id)
  if (!row) throw notFound('This message')
  if (carriesCode(row.kind)) {
    throw notPossible('It carried a code that is gone. The person has to ask for another.')
  }
  if (row.channel === 'sms' && context.config.sms === null) {
    throw notPossible('No SMS gateway is connected.')
  }
  await transact(context, async (inside) => {
    if (!(await planAgain(inside.db, id, context.clock.now()))) {
      throw notPossible('Only what was given up or kept can be sent again.')
    }
    await audit(inside, { action: 'message.resent', subject: { kind: 'message', id } })
  })
  context.wakeOutbox()
  return { message: 'The message goes out again.' }
}
