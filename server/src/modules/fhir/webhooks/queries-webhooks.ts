import { type Insertable, sql } from 'kysely'
import { deliveryReasons } from '#contract/delivery-reasons.ts'
import type { DeliveryState, DeliveryType, EventType } from '#contract/webhooks.ts'
import { anyRow, type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { instant, type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { Webhook } from '#server/platform/schema.gen.ts'
import { andIf } from '#server/platform/statement.ts'
import { isManaged, type Managed } from '../queries-clients.ts'

/** Statements on webhooks, as managers see and change them. */

export type WebhookRow = {
  id: string
  address: string
  events: EventType[]
  failingSince: Date | null
  offAt: Date | null
  endedAt: Date | null
  endedBy: string | null
  endedByClient: string | null
  clientEndedAt: Date | null
  createdAt: Date
  createdBy: string | null
  oldSecretUntil: Date | null
  /** The search of a Subscription; null: a manager added the webhook. */
  criteria: string | null
  client: { id: string; name: string }
}

const selectWebhooks = (managed: Managed) => sql`
  select h.id, h.address, h.events, h.failing_since, h.off_at, h.ended_at, h.ended_by, h.ended_by_client, h.created_at, h.old_secret_until,
    a.full_name as created_by, c.ended_at as client_ended_at, s.criteria, jsonb_build_object('id', c.id, 'name', c.name) as client
  from webhook h join api_client c on c.id = h.client_id left join account a on a.id = h.created_by
    left join api_subscription s on s.webhook_id = h.id
  where ${isManaged(managed)}`

export const readWebhooks = (db: Db, managed: Managed, clientId: string): Promise<WebhookRow[]> =>
  rowsOf(
    db,
  )`${selectWebhooks(managed)} and c.id = ${clientId} order by h.ended_at is not null, h.created_at, h.id`

export const findWebhook = (db: Db, managed: Managed, id: string): Promise<WebhookRow | null> =>
  rowOf(db)`${selectWebhooks(managed)} and h.id = ${id}`

/** Locks a client that has not ended until the transaction ends. Returns false if it has. */
export const holdClient = (tx: Db, id: string): Promise<boolean> =>
  anyRow(tx)`select id from api_client where id = ${id} and ended_at is null for share`

export const insertWebhook = (tx: Db, row: Insertable<Webhook>) =>
  tx.insertInto('webhook').values(row).execute()

const isLive = sql<boolean>`ended_at is null`

/** Replaces the secret; the one before stays until `oldUntil`. Returns false if the webhook has ended. */
export const writeSecret = (tx: Db, id: string, secret: Buffer, oldUntil: Date): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('webhook')
      .set({ oldSecret: sql<Buffer>`secret`, oldSecretUntil: oldUntil, secret })
      .where('id', '=', id)
      .where(isLive),
  )

/** Clears the failures, and makes what waits due. Returns false if the webhook has ended or has no failures. */
export async function writeResume(tx: Db, id: string, now: Date): Promise<boolean> {
  const webhook = tx
    .updateTable('webhook')
    .set({ offAt: null, failures: 0, failingSince: null, nextTryAt: null })
    .where('id', '=', id)
    .where(isLive)
    .where(sql<boolean>`(off_at is not null or failures > 0)`)
  if (!(await wroteRow(webhook))) return false
  const waiting = tx.updateTable('webhookDelivery').set({ dueAt: now }).where('webhookId', '=', id)
  await waiting.where('state', '=', 'planned').where('dueAt', '>', now).execute()
  return true
}

/** Ends a webhook; nobody has ended it if the receiver said that it is gone. Returns false if it was ended before. */
export async function writeWebhookEnd(
  tx: Db,
  id: string,
  end: { endedAt: Date; endedBy: string | null; endedByClient?: string | null },
): Promise<boolean> {
  if (!(await wroteRow(tx.updateTable('webhook').set(end).where('id', '=', id).where(isLive)))) return false
  await failWaiting(tx, id, deliveryReasons.ended)
  return true
}

/** Gives up on everything that is not yet sent. */
export const failWaiting = (tx: Db, webhookId: string, error: string) =>
  tx
    .updateTable('webhookDelivery')
    .set({ state: 'failed', error })
    .where('webhookId', '=', webhookId)
    .where('state', 'in', ['unpaid', 'planned', 'sending'])
    .execute()

/** Notifies all processes, after the commit, that there is something to send. */
export const wakeSenders = (tx: Db) => sql`select pg_notify('live', 'webhooks')`.execute(tx)

/** Plans a delivery that is about no event, if the webhook is on. */
export const insertOther = (
  tx: Db,
  webhookId: string,
  type: Exclude<DeliveryType, EventType>,
  now: Date,
): Promise<boolean> =>
  anyRow(tx)`insert into webhook_delivery (id, webhook_id, type, at, state, due_at)
    select uuidv7(), id, ${type}, now(), 'planned', ${now}::timestamptz from webhook
    where id = ${webhookId} and off_at is null and ended_at is null returning id`

export type DeliveryRow = {
  id: string
  type: DeliveryType
  state: DeliveryState
  reference: string | null
  at: Date
  attempts: number
  triedAt: Date | null
  status: number | null
  error: string | null
  dueAt: Date | null
}

const latestFirst: Order<DeliveryRow> = { at: instant('d.at desc'), id: uuid('d.id desc') }

export const listDeliveryRows = (
  db: Db,
  webhookId: string,
  { state, ...page }: PageQuery & { state?: DeliveryState | undefined },
): Promise<Page<DeliveryRow>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<DeliveryRow>`
      select d.id, d.type, d.state, v.reference, d.at, d.attempts, d.tried_at, d.status, d.error,
        case when d.state = 'planned' then greatest(d.due_at, h.next_try_at) end as due_at
      from webhook_delivery d join webhook h on h.id = d.webhook_id
        left join visit v on v.site_id = d.site_id and v.id = d.visit_id
      where d.webhook_id = ${webhookId} ${andIf(state, (one) => sql`d.state = ${one}`)} and ${after}
      order by ${by} limit ${limit}`.execute(db),
  )

/** Sends a delivery again from the first attempt on, if its webhook is on and it is not being sent or unpaid. */
export const writeAgain = (tx: Db, webhookId: string, id: string, now: Date): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('webhookDelivery')
      .set({ state: 'planned', attempts: 0, dueAt: now, sentAt: null })
      .where('id', '=', id)
      .where('webhookId', '=', webhookId)
      .where('state', 'in', ['planned', 'sent', 'failed'])
      .where(
        sql<boolean>`exists (select from webhook h where h.id = webhook_id and h.off_at is null and h.ended_at is null)`,
      ),
  )

export const isDelivery = (db: Db, webhookId: string, id: string): Promise<boolean> =>
  anyRow(db)`select id from webhook_delivery where id = ${id} and webhook_id = ${webhookId}`
