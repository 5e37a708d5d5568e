import { type Insertable, sql } from 'kysely'
import type { SubscriptionPayload } from '#contract/webhooks.ts'
import { anyRow, type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import type { ApiSubscription } from '#server/platform/schema.gen.ts'
import type { Reach } from '../kind.ts'
import { type Client, clientByItself } from '../queries-clients.ts'
import { insertOther } from '../webhooks/queries-webhooks.ts'

/** Statements on the Subscriptions of programs. */

export const subscriptionStatuses = ['requested', 'active', 'error', 'off'] as const

export type SubscriptionRow = {
  id: string
  address: string
  criteria: string
  byTopic: boolean
  payload: SubscriptionPayload
  reason: string
  heartbeatSeconds: number | null
  endsAt: Date | null
  events: number
  status: (typeof subscriptionStatuses)[number]
}

const columns = sql`
  h.id, h.address, s.criteria, s.by_topic, s.payload, s.reason, s.heartbeat_seconds, s.ends_at, s.events::int as events,
    case when h.off_at is not null then 'off' when h.failures > 0 then 'error' when s.shaken_at is null then 'requested'
      else 'active' end as status
  from webhook h join api_subscription s on s.webhook_id = h.id and h.ended_at is null`

/** The Subscriptions that this client has created and not deleted. */
export const subscriptionRows = ({ id }: Reach) => sql`select ${columns} where h.client_id = ${id}::uuid`

export const readSubscriptions = (db: Db, reach: Reach): Promise<SubscriptionRow[]> =>
  rowsOf(db)`${subscriptionRows(reach)} order by h.id`

export const insertSubscription = (tx: Db, row: Insertable<ApiSubscription>) =>
  tx.insertInto('apiSubscription').values(row).execute()

/** Locks a Subscription of the client until the transaction ends. Returns false if there is none. */
export const lockSubscription = (tx: Db, reach: Reach, id: string): Promise<boolean> =>
  anyRow(tx)`select h.id from webhook h join api_subscription s on s.webhook_id = h.id
    where h.id = ${id} and h.client_id = ${reach.id} and h.ended_at is null for update of h`

export const writeEndsAt = (tx: Db, webhookId: string, endsAt: Date | null) =>
  tx.updateTable('apiSubscription').set({ endsAt }).where('webhookId', '=', webhookId).execute()

/** Plans a handshake. Until the receiver has accepted it, no event is sent. */
export async function planHandshake(tx: Db, webhookId: string, now: Date): Promise<void> {
  await tx.updateTable('apiSubscription').set({ shakenAt: null }).where('webhookId', '=', webhookId).execute()
  await insertOther(tx, webhookId, 'subscription.handshake', now)
}

export async function noteHandshake(db: Db, webhookId: string, now: Date): Promise<void> {
  await db
    .updateTable('apiSubscription')
    .set({ shakenAt: now, beatAt: now })
    .where('webhookId', '=', webhookId)
    .execute()
}

export type Notified = SubscriptionRow & { client: Client }

/** What a delivery needs to know of its Subscription; null if it has ended. */
export async function findNotified(db: Db, webhookId: string): Promise<Notified | null> {
  const subscription = await rowOf(db)<SubscriptionRow>`select ${columns} where h.id = ${webhookId}`
  if (!subscription) return null
  const client = await rowOf(db)<Client>`
    select ${clientByItself} from webhook h join api_client c on c.id = h.client_id where h.id = ${webhookId} and c.ended_at is null`
  return client && { ...subscription, client }
}

/** Plans the heartbeats that are due, and deletes those that were sent. */
export const planHeartbeats = (db: Db, now: Date) =>
  sql`with due as (
      update api_subscription s set beat_at = ${now}::timestamptz from webhook h
      where h.id = s.webhook_id and h.ended_at is null and h.off_at is null and h.failures = 0 and s.shaken_at is not null
        and s.beat_at + s.heartbeat_seconds * interval '1 second' <= ${now}::timestamptz
      returning s.webhook_id),
    gone as (
      delete from webhook_delivery d using due
      where d.webhook_id = due.webhook_id and d.type = 'subscription.heartbeat' and d.state in ('sent', 'failed'))
    insert into webhook_delivery (id, webhook_id, type, at, state, due_at)
    select uuidv7(), webhook_id, 'subscription.heartbeat', now(), 'planned', ${now}::timestamptz from due`.execute(
    db,
  )

/** The Subscriptions that have come to the end that their program set. */
export async function endedByTime(db: Db, now: Date): Promise<string[]> {
  const rows = await rowsOf(db)<{ id: string }>`
    select h.id from webhook h join api_subscription s on s.webhook_id = h.id
    where h.ended_at is null and s.ends_at <= ${now}::timestamptz`
  return rows.map(({ id }) => id)
}
