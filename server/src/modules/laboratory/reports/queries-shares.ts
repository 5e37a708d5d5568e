import { sql } from 'kysely'
import { openTo } from '#server/modules/people/index.ts'
import { anyRow, type Db, rowOf } from '#server/platform/database.ts'
import type { ReportShare } from '#server/platform/schema.gen.ts'

/** Statements on links that show a report. That the caller may open the visit is part of each. */

const columns = ['s.id', 's.createdAt', 's.expiresAt', 's.revokedAt', 's.opened', 's.lastOpenedAt'] as const

/** Newest first. */
export const listShareRows = (
  db: Db,
  { accountId, visitId, limit }: { accountId: string; visitId: string; limit: number },
) =>
  db
    .selectFrom('visit as v')
    .innerJoin('reportShare as s', (join) =>
      join.onRef('s.siteId', '=', 'v.siteId').onRef('s.visitId', '=', 'v.id'),
    )
    .select(columns)
    .where(openTo(accountId))
    .where('v.id', '=', visitId)
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute()

export type ShareRow = Awaited<ReturnType<typeof listShareRows>>[number]

type NewShare = Pick<ReportShare, 'id' | 'visitId' | 'tokenHash'> & { accountId: string; most: number } & {
  now: Date
  expiresAt: Date
}

/** Null if the visit is not the caller's, has no report, or has `most` open links. */
export const addShare = (tx: Db, share: NewShare): Promise<ShareRow | null> => rowOf(tx)`
    insert into report_share as s (site_id, id, visit_id, token_hash, created_by, created_at, expires_at)
    select v.site_id, ${share.id}::uuid, v.id, ${share.tokenHash}::bytea, ${share.accountId}::uuid, ${share.now}::timestamptz,
      ${share.expiresAt}::timestamptz
    from visit v
    where ${openTo(share.accountId)} and v.id = ${share.visitId}
      and exists (select from report r where r.site_id = v.site_id and r.visit_id = v.id)
      and (select count(*) from report_share o where o.site_id = v.site_id and o.visit_id = v.id
        and o.revoked_at is null and o.expires_at > ${share.now}::timestamptz) < ${share.most}::int
    returning ${sql.join(columns.map((column) => sql.ref(column)))}`

/** Returns false if the caller has no such link that is still open. */
export const setRevoked = (
  tx: Db,
  { id, accountId, visitId, now }: { id: string; accountId: string; visitId: string; now: Date },
): Promise<boolean> => anyRow(tx)`
    update report_share s set revoked_at = ${now} from visit v
    where ${openTo(accountId)} and v.id = ${visitId}
      and s.site_id = v.site_id and s.visit_id = v.id and s.id = ${id}
      and s.revoked_at is null and s.expires_at > ${now}
    returning 1`

export type Opened = { id: string; siteId: string; visitId: string; expiresAt: Date }

const isOpen = (
  tokenHash: Buffer,
  now: Date,
) => sql<boolean>`s.token_hash = ${tokenHash} and s.revoked_at is null
  and s.expires_at > ${now} and v.site_id = s.site_id and v.id = s.visit_id
  and exists (select from account a where a.id = s.created_by and a.status = 'Active'
    and a.id in (select accounts_of_person(v.person_id)))`

/**
 * Counts an opening. Null, and nothing is counted, if the link is unknown, over or revoked, or its maker may not open the visit any
 * more.
 */
export const countOpening = (tx: Db, tokenHash: Buffer, now: Date): Promise<Opened | null> => rowOf(tx)`
    update report_share s set opened = s.opened + 1, last_opened_at = ${now} from visit v
    where ${isOpen(tokenHash, now)}
    returning s.id, s.site_id, s.visit_id, s.expires_at`

export const findOpenShare = (db: Db, tokenHash: Buffer, now: Date): Promise<Opened | null> =>
  rowOf(
    db,
  )`select s.id, s.site_id, s.visit_id, s.expires_at from report_share s, visit v where ${isOpen(tokenHash, now)}`
