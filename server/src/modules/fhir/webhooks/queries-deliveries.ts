import { sql, type Updateable } from 'kysely'
import type { ApiScope } from '#contract/api-clients.ts'
import type { DeliveryType, EventType } from '#contract/webhooks.ts'
import { areResultsOpen } from '#server/modules/money/index.ts'
import { type Db, inTransaction, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { WebhookDelivery } from '#server/platform/schema.gen.ts'
import { sitesOf } from '../queries-clients.ts'
import { type Reach, visitsWithin } from '../queries-table.ts'
import { eventsOf } from './heard-events.ts'

/** Statements of the job that shares out events and sends them. */

type Hearer = Reach & { webhookId: string; scopes: ApiScope[] }

const isOn = sql`h.ended_at is null and h.off_at is null`

/** Whether webhooks are told of the event. A visit or sample that is only for confidential tests is not mentioned at all. */
const isTold = sql`case
  when e.type like 'visit.%' then coalesce((select bool_or(not t.confidential)
    from visit_test o join test t on t.code = o.test_code where o.site_id = e.site_id and o.visit_id = e.visit_id), true)
  when e.type like 'sample.%' then coalesce((select bool_or(not t.confidential)
    from task k join test t on t.code = k.test_code where k.site_id = e.site_id and k.sample_id = e.sample_id), true)
  else true end`

/**
 * Turns up to `most` events into deliveries to the webhooks whose clients may read what they are about. Returns how many events there
 * were. One process at a time: later events of a visit are not shared out before earlier ones.
 */
export const spreadEvents = (db: Db, now: Date, most: number): Promise<number> =>
  inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('webhook_event', 0))`.execute(tx)
    const events = await rowsOf(tx)<{ seq: number; type: EventType }>`
      select seq, type from webhook_event order by seq limit ${most}::int`
    if (events.length === 0) return 0
    const types = new Set(events.map(({ type }) => type))
    const seqs = events.map(({ seq }) => seq)
    for (const { webhookId, scopes, ...reach } of await hearers(tx)) {
      const heard = eventsOf(scopes).filter((type) => types.has(type))
      if (heard.length === 0) continue
      await sql`
        insert into webhook_delivery (id, webhook_id, seq, type, site_id, visit_id, sample_id, version, at, due_at, state)
        select uuidv7(), h.id, e.seq, e.type, e.site_id, e.visit_id, e.sample_id, e.version, e.at, ${now}::timestamptz,
          case when e.type not like 'report.%' or ${areResultsOpen('e.site_id', 'e.visit_id')} then 'planned' else 'unpaid' end
        from webhook h join webhook_event e on e.seq = any(${seqs}::bigint[]) and e.type = any(h.events)
          and e.type = any(${heard}::text[])
        where h.id = ${webhookId} and ${isTold}
          and exists (select from ${visitsWithin(reach)} where v.site_id = e.site_id and v.id = e.visit_id)
        order by e.seq`.execute(tx)
    }
    await sql`delete from webhook_event where seq = any(${seqs}::bigint[])`.execute(tx)
    return events.length
  })

/** The webhooks that are on, with the limits of their clients. */
const hearers = (tx: Db): Promise<Hearer[]> =>
  rowsOf(tx)`select h.id as webhook_id, c.id, c.scopes, c.facility_id, ${sitesOf} as sites
    from webhook h join api_client c on c.id = h.client_id and c.ended_at is null where ${isOn} order by h.id`

/** Releases the reports that no longer wait for a payment. */
export const openPaid = (db: Db, now: Date) =>
  sql`update webhook_delivery d set state = 'planned', due_at = ${now}::timestamptz
    where d.state = 'unpaid' and ${areResultsOpen('d.site_id', 'd.visit_id')}`.execute(db)

const isDue = (now: Date) => sql`d.state in ('planned', 'sending') and d.due_at <= ${now}::timestamptz`
const mayTry = (now: Date) => sql`${isOn} and (h.next_try_at is null or h.next_try_at <= ${now}::timestamptz)`

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
    returning d.id, d.webhook_id, d.type, d.site_id, d.visit_id, d.sample_id, d.version, d.at, d.attempts, h.address, h.secret,
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

/** The active managers who see a client. */
export const managersOf = (
  db: Db,
  webhookId: string,
): Promise<{ id: string; fullName: string; email: string; client: string; clientId: string }[]> =>
  rowsOf(db)`
    select a.id, a.full_name, a.email, c.name as client, c.id as client_id
    from webhook h join api_client c on c.id = h.client_id
      join account a on a.role = 'admin' and a.status = 'Active' and a.email <> ''
    where h.id = ${webhookId} and (not exists (select from account_site x where x.account_id = a.id)
      or coalesce(${sitesOf} <@ array(select x.site_id from account_site x where x.account_id = a.id), false))
    order by a.id`

/** Deletes deliveries about which nothing more happens. */
export async function forgetDeliveries(db: Db, before: Date): Promise<void> {
  await sql`delete from webhook_delivery where at < ${before} and state in ('sent', 'failed')`.execute(db)
}
