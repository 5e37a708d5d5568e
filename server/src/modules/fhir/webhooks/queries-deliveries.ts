import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { ClientScope } from '#contract/api-clients.ts'
import type { DeliveryType, EventType } from '#contract/webhooks.ts'
import { areResultsOpen } from '#server/modules/money/index.ts'
import { type Db, inTransaction, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { WebhookDelivery } from '#server/platform/schema.gen.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { spreadToHospitals } from '../hl7/queries-waiting.ts'
import type { Reach } from '../kind.ts'
import { reachByItself, sitesOf } from '../queries-clients.ts'
import { isInUse } from '../queries-in-use.ts'
import { visitsWithin } from '../queries-table.ts'
import { eventsOf } from './heard-events.ts'
import { isTold } from './queries-told.ts'

/** Statements of the job that shares out events and sends them. */

/** `criteria`: the search of a Subscription, which resources must match; null: the webhook is none. */
type Hearer = Reach & { webhookId: string; scopes: ClientScope[]; criteria: string | null }

/** The condition that the event `e` matches the criteria of a Subscription; null: none does. */
export type FitsOf = (hearer: Hearer & { criteria: string }) => RawBuilder<boolean> | null

const isOn = sql`h.ended_at is null and h.off_at is null`

/**
 * Turns up to `most` events into deliveries to the webhooks whose clients may read what they are about. Returns how many events there
 * were. One process at a time: later events of a visit are not shared out before earlier ones.
 */
export const spreadEvents = (db: Db, now: Date, most: number, fitsOf: FitsOf): Promise<number> =>
  inTransaction(db, async (tx) => {
    await oneAtATime(tx)
    const events = await rowsOf(tx)<{ seq: number; type: EventType }>`
      select seq, type from webhook_event order by seq limit ${most}::int`
    if (events.length === 0) return 0
    const types = new Set(events.map(({ type }) => type))
    const seqs = events.map(({ seq }) => seq)
    for (const hearer of await hearers(tx, now)) {
      const { webhookId, scopes, ...reach } = hearer
      const heard = eventsOf(scopes).filter((type) => types.has(type))
      if (heard.length === 0) continue
      const fits = fittingOf(hearer, fitsOf)
      if (fits === null) continue
      // A report that waits for the payment cannot be compared yet.
      const isUnpaid = sql`e.type like 'report.%' and not ${areResultsOpen('e.site_id', 'e.visit_id')}`
      await sql`
        insert into webhook_delivery (id, webhook_id, seq, type, site_id, visit_id, sample_id, version, at, due_at, state)
        select uuidv7(), h.id, e.seq, e.type, e.site_id, e.visit_id, e.sample_id, e.version, e.at, ${now}::timestamptz,
          case when ${isUnpaid} then 'unpaid' else 'planned' end
        from webhook h join webhook_event e on e.seq = any(${seqs}::bigint[]) and e.type = any(h.events)
          and e.type = any(${heard}::text[])
        where h.id = ${webhookId} and ${isTold}
          and exists (select from ${visitsWithin(reach)} where v.site_id = e.site_id and v.id = e.visit_id)
          and (${fits} or ${isUnpaid})
        order by e.seq`.execute(tx)
    }
    await numberDeliveries(tx)
    await spreadToHospitals(tx, seqs, now)
    await sql`delete from webhook_event where seq = any(${seqs}::bigint[])`.execute(tx)
    return events.length
  })

const oneAtATime = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('webhook_event', 0))`.execute(tx)

const fittingOf = ({ criteria, ...hearer }: Hearer, fitsOf: FitsOf) =>
  criteria === null ? sql<boolean>`true` : fitsOf({ ...hearer, criteria })

/** Numbers the deliveries of Subscriptions that are about to be sent, in the order of the events. */
const numberDeliveries = (tx: Db) =>
  sql`with fresh as (
      select d.id, d.webhook_id, s.events + row_number() over (partition by d.webhook_id order by d.seq) as number
      from webhook_delivery d join api_subscription s on s.webhook_id = d.webhook_id
      where d.state = 'planned' and d.number is null and d.seq is not null),
    counted as (
      update api_subscription s set events = f.events
      from (select webhook_id, max(number) as events from fresh group by webhook_id) f where s.webhook_id = f.webhook_id)
    update webhook_delivery d set number = f.number from fresh f where d.id = f.id`.execute(tx)

/** The webhooks that are on, with the limits of their clients. */
const hearers = (tx: Db, now: Date): Promise<Hearer[]> =>
  rowsOf(tx)`select h.id as webhook_id, c.scopes, s.criteria, ${reachByItself}
    from webhook h join api_client c on c.id = h.client_id and ${isInUse(now)}
      left join api_subscription s on s.webhook_id = h.id
    where ${isOn} and (s.webhook_id is null or s.shaken_at is not null) order by h.id`

/** Releases the reports that no longer wait for a payment, of Subscriptions those that match their criteria. */
export const openPaid = (db: Db, now: Date, fitsOf: FitsOf) =>
  inTransaction(db, async (tx) => {
    const paid = await rowsOf(tx)<{ id: string }>`
      select e.id from webhook_delivery e where e.state = 'unpaid' and ${areResultsOpen('e.site_id', 'e.visit_id')}`
    if (paid.length === 0) return
    await oneAtATime(tx)
    // Reports that are paid from here on are compared and released by the next call.
    const isPaid = sql`e.state = 'unpaid' and e.id = any(${paid.map(({ id }) => id)}::uuid[])`
    const all = await hearers(tx, now)
    for (const hearer of all) {
      if (hearer.criteria === null) continue
      const fits = fittingOf(hearer, fitsOf) ?? sql`false`
      await sql`delete from webhook_delivery e
        where e.webhook_id = ${hearer.webhookId} and ${isPaid} and not ${fits}`.execute(tx)
    }
    await sql`update webhook_delivery e set state = 'planned', due_at = ${now}::timestamptz
      where ${isPaid} and e.webhook_id = any(${all.map(({ webhookId }) => webhookId)}::uuid[])`.execute(tx)
    await numberDeliveries(tx)
  })

const isDue = (now: Date) => sql`d.state in ('planned', 'sending') and d.due_at <= ${now}::timestamptz`
const mayTry = (now: Date) => sql`${isOn}
  and exists (select from api_client c where c.id = h.client_id and ${isInUse(now)}) and (h.next_try_at is null or h.next_try_at <= ${now}::timestamptz)`

/** The webhooks with something to send. */
export async function dueWebhooks(db: Db, now: Date): Promise<string[]> {
  const rows = await rowsOf(db)<{ id: string }>`
    select h.id from webhook h
    where ${mayTry(now)} and exists (select from webhook_delivery d where d.webhook_id = h.id and ${isDue(now)})`
  return rows.map(({ id }) => id)
}

export type ClaimedDelivery = {
  id: string
  webhookId: string
  type: DeliveryType
  siteId: string | null
  visitId: string | null
  sampleId: string | null
  version: number | null
  at: Date
  attempts: number
  isNotification: boolean
  /** Of the event in its Subscription. */
  number: number | null
  address: string
  secret: Buffer
  oldSecret: Buffer | null
}

/**
 * Claims up to `most` due deliveries of a webhook until `until`: after that, another process takes over those of one that died. A
 * delivery waits until all earlier ones about its visit are settled. While the receiver fails, one is claimed at a time.
 */
export const claimDeliveries = (
  db: Db,
  webhookId: string,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<ClaimedDelivery[]> =>
  rowsOf(db)`
    update webhook_delivery d
    set state = 'sending', attempts = d.attempts + 1, due_at = ${until}::timestamptz, tried_at = ${now}::timestamptz
    from webhook h
    where h.id = d.webhook_id and d.id in (
      select d.id from webhook_delivery d join webhook h on h.id = d.webhook_id
      where h.id = ${webhookId} and ${mayTry(now)} and ${isDue(now)} and not exists (
        select from webhook_delivery b where b.webhook_id = d.webhook_id and b.site_id = d.site_id and b.visit_id = d.visit_id
          and b.seq < d.seq and b.state in ('planned', 'sending'))
      order by d.seq nulls first, d.id
      limit (select case when failures > 0 then 1 else ${most}::int end from webhook where id = ${webhookId})
      for update of d skip locked)
    returning d.id, d.webhook_id, d.type, d.site_id, d.visit_id, d.sample_id, d.version, d.at, d.attempts, d.number::int as number, h.address, h.secret,
      exists (select from api_subscription s where s.webhook_id = h.id) as is_notification,
      case when h.old_secret_until > ${now}::timestamptz then h.old_secret end as old_secret`

type Claimed = Pick<ClaimedDelivery, 'id' | 'attempts' | 'webhookId'>

/** Stores the outcome of an attempt. Returns false if another process has taken the delivery over. */
export const settleDelivery = (
  db: Db,
  { id, attempts }: Claimed,
  outcome: Updateable<WebhookDelivery>,
): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('webhookDelivery')
      .set(outcome)
      .where((row) => row.and({ id, attempts, state: 'sending' })),
  )

/** Notes a success of a webhook that had failed. */
export const noteWorks = (db: Db, webhookId: string) =>
  db
    .updateTable('webhook')
    .set({ failures: 0, failingSince: null, nextTryAt: null })
    .where('id', '=', webhookId)
    .where('failures', '>', 0)
    .execute()

/** Notes a failure of a webhook that is on. Returns how many there were in a row, and since when; null if it is not on. */
export async function noteFails(
  db: Db,
  webhookId: string,
  now: Date,
): Promise<{ failures: number; failingSince: Date } | null> {
  const [row] = await rowsOf(db)<{ failures: number; failingSince: Date }>`
    update webhook h set failures = failures + 1, failing_since = coalesce(failing_since, ${now}::timestamptz)
    where id = ${webhookId} and ${isOn} returning failures, failing_since`
  return row ?? null
}

export const writeNextTry = (db: Db, webhookId: string, nextTryAt: Date) =>
  db.updateTable('webhook').set({ nextTryAt }).where('id', '=', webhookId).where('failures', '>', 0).execute()

/** Turns a webhook off. Returns false if it is not on. */
export const writeOff = (tx: Db, webhookId: string, offAt: Date): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('webhook')
      .set({ offAt })
      .where('id', '=', webhookId)
      .where('offAt', 'is', null)
      .where('endedAt', 'is', null),
  )

/** The client of a webhook. */
export const clientOf = (
  db: Db,
  webhookId: string,
): Promise<{ id: string; name: string; sites: Sites } | null> =>
  rowOf(db)`
    select c.id, c.name, ${sitesOf} as sites
    from webhook h join api_client c on c.id = h.client_id where h.id = ${webhookId}`

/** Deletes deliveries about which nothing more happens. */
export async function forgetDeliveries(db: Db, before: Date): Promise<void> {
  await sql`delete from webhook_delivery where at < ${before} and state in ('sent', 'failed')`.execute(db)
}
