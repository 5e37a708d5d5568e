import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { type Db, rowOf } from '#server/platform/database.ts'
import { type PageQuery, readPage, uuid } from '#server/platform/list.ts'

/** Statements on notices. Each contains the account, so that nobody sees those of others. */

export const listNoticesOf = (db: Db, accountId: string, page: PageQuery) =>
  readPage(page, { id: uuid('id desc') }, ({ after, by, limit }) =>
    db
      .selectFrom('notice')
      .selectAll()
      .where('accountId', '=', accountId)
      .where(after)
      .orderBy(by)
      .limit(limit)
      .execute(),
  )

/** Counts up to 100, which is shown as "99+". */
export async function countUnread(db: Db, accountId: string): Promise<number> {
  const row = await rowOf(db)<{ count: number }>`
    select count(*)::int as count from (
      select from notice where account_id = ${accountId} and read_at is null limit 100) unread`
  return row?.count ?? 0
}

export async function markRead(
  db: Db,
  accountId: string,
  which: { ids?: readonly string[] | undefined; resultsOf?: string | undefined },
  now: Date,
): Promise<void> {
  const ofReport = ['results_ready', 'result_corrected', 'result_withdrawn'] as const
  let unread = db
    .updateTable('notice')
    .set({ readAt: now })
    .where('accountId', '=', accountId)
    .where('readAt', 'is', null)
  if (which.ids) unread = unread.where('id', '=', sql<string>`any(${which.ids}::uuid[])`)
  if (which.resultsOf) {
    unread = unread.where(sql`payload ->> 'visitId'`, '=', which.resultsOf).where('kind', 'in', ofReport)
  }
  await unread.execute()
}

/** Removes the notices about visits of a person from those of these accounts that do not open them any more. */
export async function forgetNotices(
  { db }: Context,
  { personId, accounts }: { personId: string; accounts: readonly string[] },
): Promise<void> {
  await sql`
    delete from notice n using records_of_person(${personId}::uuid) r, visit v
    where v.person_id = r and n.payload ->> 'visitId' = v.id::text
      and n.account_id = any(${[...accounts]}::uuid[]) and n.account_id not in (select accounts_of_person(${personId}::uuid))`.execute(
    db,
  )
}

/** Moves notices about visits to the accounts that have these now, as unread, or deletes them if there is none. */
export async function moveNotices(
  tx: Db,
  visits: readonly { visitId: string; from: string | null; to: string | null }[],
): Promise<void> {
  if (visits.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as r ("visitId" text, "from" uuid, "to" uuid)`
  const about = sql`n.account_id = r."from" and n.payload ->> 'visitId' = r."visitId"`
  await sql`
    update notice n set account_id = r."to", read_at = null from ${given}
    where ${about} and r."to" is not null
      and not exists (select from notice m where m.account_id = r."to" and m.id = n.id)`.execute(tx)
  await sql`delete from notice n using ${given} where ${about}`.execute(tx)
}
