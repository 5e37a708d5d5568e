import { sql } from 'kysely'
import type { DeliveryState } from '#contract/notifications.ts'
import { accountSeenAt } from '#server/modules/identity/index.ts'
import type { Db } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import type { Channel, OutboxRow } from './queries.ts'

/** Statements of the ledger: every message with what became of it. */

export type LedgerFilter = {
  state: DeliveryState | null
  channel: Channel | null
  before: string | null
  limit: number
}

/** Messages about visits at these sites; of those that are about no visit, what went to people who are seen there. */
const ofSites = (sites: Sites) =>
  sites === null
    ? sql``
    : sql`and (payload ->> 'siteId' = any(${[...sites]}::text[]) or payload ->> 'siteId' is null and exists (
        select from account a where lower(a.email) = lower(outbox.recipient) and a.status = 'Active'
          and ${accountSeenAt(sites, sql`a.id`)}))`

/** Newest first: ids grow with time. */
export async function listDeliveryRows(db: Db, sites: Sites, filter: LedgerFilter): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    select * from outbox where true ${ofSites(sites)}
      ${filter.state ? sql`and state = ${filter.state}` : sql``}
      ${filter.channel ? sql`and channel = ${sql.lit(filter.channel)}` : sql``}
      ${filter.before ? sql`and id < ${filter.before}` : sql``}
    order by id desc limit ${filter.limit}::int`.execute(db)
  return rows
}

/** Up to 1,000 of each. Overdue are those that nobody has tried although their time is past `late`. */
export async function countTroubles(
  db: Db,
  sites: Sites,
  late: Date,
): Promise<{ overdue: number; failed: number }> {
  const { rows } = await sql<{ overdue: number; failed: number }>`
    select (select count(*)::int from (select from outbox
        where state in ('planned', 'sending') and due_at < ${late}::timestamptz ${ofSites(sites)} limit 1000) late) as overdue,
      (select count(*)::int from (select from outbox where state = 'failed' ${ofSites(sites)} limit 1000) failed) as failed`.execute(
    db,
  )
  return rows[0] ?? { overdue: 0, failed: 0 }
}

/** From the beginning again, all tries before it. False when it is in none of the states that allow it. */
export async function planAgain(db: Db, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update outbox set state = 'planned', attempts = 0, due_at = ${now}::timestamptz, error = null
    where id = ${id} and state in ('failed', 'kept')`.execute(db)
  return numAffectedRows === 1n
}

export async function findDelivery(db: Db, sites: Sites, id: string): Promise<OutboxRow | undefined> {
  const { rows } = await sql<OutboxRow>`select * from outbox where id = ${id} ${ofSites(sites)}`.execute(db)
  return rows[0]
}
