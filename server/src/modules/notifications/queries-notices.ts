import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { Notice } from '#server/platform/schema.gen.ts'

/** Statements on what lies in the product for a person. Each names the account: nobody sees another's. */

export const listNoticesOf = (
  db: Db,
  accountId: string,
  page: PageQuery,
): Promise<Page<Selectable<Notice>>> =>
  readPage(page, { id: uuid('id desc') }, ({ after, by, limit }) =>
    db
      .selectFrom('notice')
      .selectAll()
      .where('account_id', '=', accountId)
      .where(after)
      .orderBy(by)
      .limit(limit)
      .execute(),
  )

/** Counted up to 100: more than that is "99+" to everybody. */
export async function countUnread(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from notice where account_id = ${accountId} and read_at is null limit 100) unread`.execute(db)
  return rows[0]?.count ?? 0
}

export async function markRead(
  db: Db,
  accountId: string,
  which: { ids: readonly string[] | null; resultsOf: string | null },
  now: Date,
): Promise<void> {
  await sql`
    update notice set read_at = ${now}::timestamptz
    where account_id = ${accountId} and read_at is null
      ${which.ids === null ? sql`` : sql`and id = any(${which.ids}::uuid[])`}
      ${which.resultsOf === null ? sql`` : sql`and payload ->> 'visitId' = ${which.resultsOf} and kind in ('results_ready', 'result_corrected', 'result_withdrawn')`}`.execute(
    db,
  )
}
