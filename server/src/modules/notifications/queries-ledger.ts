import { type RawBuilder, sql } from 'kysely'
import type { Total } from '#contract/fields.ts'
import { type DeliveryChannel, type DeliveryState, deliveryStates } from '#contract/notifications.ts'
import { accountSeenAt } from '#server/modules/access/index.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { escapeLike } from '#server/platform/escape-like.ts'
import {
  mostPeople,
  type Order,
  type Page,
  type PageQuery,
  readPage,
  totalUpTo,
  uuid,
} from '#server/platform/list.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { andIf } from '#server/platform/statement.ts'
import type { OutboxRow } from './queries.ts'

/** Statements of the ledger: all messages with their delivery. */

export type LedgerFilter = { state?: DeliveryState | undefined; channel?: DeliveryChannel | undefined }

/** The recipients that a search text can mean. */
export type Recipients = {
  visitIds: readonly string[]
  /** In lower case. */
  emails: readonly string[]
  /** The beginning of an address; null if none was typed. */
  begins: string | null
  /** With country code, as a gateway takes it; empty if none was typed. */
  phone: string
}

/** Messages about visits at these sites, and other messages to accounts that these sites see. */
const ofSites = (sites: Sites) =>
  sites === null
    ? sql``
    : sql`and (payload ->> 'siteId' = any(${[...sites]}::text[]) or payload ->> 'siteId' is null and exists (
        select from account a where a.status = 'Active'
          and (lower(a.email) = lower(outbox.recipient) and a.email <> '' or a.sign_in_phone = outbox.recipient)
          and ${accountSeenAt(sites, sql`a.id`)}))`

const matching = (sites: Sites, { state, channel }: LedgerFilter) => sql`true ${ofSites(sites)}
  ${andIf(state, (is) => sql`state = ${is}`)} ${andIf(channel, (is) => sql`channel = ${sql.lit(is)}`)}`

/** Ids grow with time. */
const newestFirst: Order<OutboxRow> = { id: uuid('id desc') }

export const listDeliveryRows = (
  db: Db,
  sites: Sites,
  filter: LedgerFilter,
  page: PageQuery,
): Promise<Page<OutboxRow>> =>
  readPage(page, newestFirst, ({ after, by, limit }) =>
    sql<OutboxRow>`
    select * from outbox where ${matching(sites, filter)} and ${after}
    order by ${by} limit ${limit}`.execute(db),
  )

/** The same for these recipients: the latest messages of each, found by its own index, and of those the latest. */
export const listDeliveriesTo = (
  db: Db,
  { visitIds, emails, begins, phone }: Recipients,
  sites: Sites,
  filter: LedgerFilter,
  page: PageQuery,
): Promise<Page<OutboxRow>> =>
  readPage(page, newestFirst, ({ after, by, limit }) => {
    const latest = (from: RawBuilder<unknown>) => sql`(
    select id from ${from} and ${matching(sites, filter)} and ${after} order by ${by} limit ${limit})`
    const each = (values: readonly string[], is: RawBuilder<unknown>) => sql`
    select m.id from unnest(${[...values]}::text[]) one, lateral ${latest(sql`outbox where ${is}`)} m`
    // Materialized: PostgreSQL expects an unknown address to be frequent, and would read along the ids.
    const addressed = sql`
    select * from outbox where lower(recipient) like ${`${escapeLike(begins ?? '')}%`} and recipient <> ''`
    return sql<OutboxRow>`
    ${begins === null ? sql`` : sql`with addressed as materialized (${addressed})`}
    select * from outbox where id in (
      ${each(visitIds, sql`payload ->> 'visitId' = one and payload ->> 'visitId' is not null`)}
      union ${each(emails, sql`lower(recipient) = one and recipient <> ''`)}
      ${begins === null ? sql`` : sql`union ${latest(sql`addressed outbox where true`)}`}
      ${phone === '' ? sql`` : sql`union ${latest(sql`outbox where channel = 'sms' and lower(recipient) = ${phone} and recipient <> ''`)}`})
    order by ${by} limit ${limit}`.execute(db)
  })

/** Number of messages by state, up to the limit of counting; with sites, among the latest messages only. */
export async function countByState(db: Db, sites: Sites): Promise<Record<DeliveryState, Total>> {
  const most = mostPeople(sites !== null)
  const rows = await rowsOf(db)<{ state: DeliveryState; looked: number; n: number }>`
    select s.state, (count(*) filter (where counted.seen))::int as n, count(counted.seen)::int as looked
    from unnest(${[...deliveryStates]}::text[]) s (state) left join lateral (
      select (true ${ofSites(sites)}) as seen
      from (select ${sites === null ? sql`state` : sql`*`} from outbox where outbox.state = s.state
        order by id desc limit ${most + 1}::int) outbox) counted on true
    group by s.state`
  const totals = rows.map(({ state, n, looked }) => [state, { ...totalUpTo(n, most), exact: looked <= most }])
  return Object.fromEntries(totals) as Record<DeliveryState, Total>
}

/** Number of messages that were due before `late` and have not been sent, up to 1,000. */
export async function countOverdue(db: Db, sites: Sites, late: Date): Promise<number> {
  const row = await rowOf(db)<{ overdue: number }>`
    select count(*)::int as overdue from (select from outbox
      where state in ('planned', 'sending') and due_at < ${late}::timestamptz ${ofSites(sites)} limit 1000) late`
  return row?.overdue ?? 0
}

/** Plans a message again with all its retries. Returns false if its state does not allow that. */
export const planAgain = (db: Db, id: string, now: Date): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('outbox')
      .set({ state: 'planned', attempts: 0, dueAt: now, error: null })
      .where('id', '=', id)
      .where('state', 'in', ['failed', 'kept']),
  )

export const findDelivery = (db: Db, sites: Sites, id: string) =>
  rowOf(db)<OutboxRow>`select * from outbox where id = ${id} ${ofSites(sites)}`
