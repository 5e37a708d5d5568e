import { sql } from 'kysely'
import { openTo } from '#server/modules/people/index.ts'
import type { Db } from '#server/platform/database.ts'

/** Statements on links that show a report. That the caller may open the visit is part of each. */

export type ShareRow = {
  id: string
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
  opened: number
  lastOpenedAt: Date | null
}

const columns = sql`s.id, s.created_at as "createdAt", s.expires_at as "expiresAt", s.revoked_at as "revokedAt", s.opened,
  s.last_opened_at as "lastOpenedAt"`

/** Newest first. */
export async function listShareRows(
  db: Db,
  ask: { accountId: string; visitId: string; limit: number },
): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    select ${columns} from visit v join report_share s on s.site_id = v.site_id and s.visit_id = v.id
    where ${openTo(ask.accountId)} and v.id = ${ask.visitId}
    order by s.id desc limit ${ask.limit}`.execute(db)
  return rows
}

/** Null when the visit is not the caller's, has no report, or has as many open links as there may be. */
export async function addShare(
  tx: Db,
  share: {
    id: string
    accountId: string
    visitId: string
    tokenHash: Buffer
    now: Date
    expiresAt: Date
    most: number
  },
): Promise<ShareRow | null> {
  const { rows } = await sql<ShareRow>`
    insert into report_share as s (site_id, id, visit_id, token_hash, created_by, created_at, expires_at)
    select v.site_id, ${share.id}::uuid, v.id, ${share.tokenHash}::bytea, ${share.accountId}::uuid, ${share.now}::timestamptz,
      ${share.expiresAt}::timestamptz
    from visit v
    where ${openTo(share.accountId)} and v.id = ${share.visitId}
      and exists (select from report r where r.site_id = v.site_id and r.visit_id = v.id)
      and (select count(*) from report_share o where o.site_id = v.site_id and o.visit_id = v.id
        and o.revoked_at is null and o.expires_at > ${share.now}::timestamptz) < ${share.most}::int
    returning ${columns}`.execute(tx)
  return rows[0] ?? null
}

/** False when there is no such link of the caller's that could still be opened. */
export async function setRevoked(
  tx: Db,
  share: { id: string; accountId: string; visitId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update report_share s set revoked_at = ${share.now} from visit v
    where ${openTo(share.accountId)} and v.id = ${share.visitId}
      and s.site_id = v.site_id and s.visit_id = v.id and s.id = ${share.id}
      and s.revoked_at is null and s.expires_at > ${share.now}
    returning 1`.execute(tx)
  return rows.length > 0
}

export type Opened = { id: string; siteId: string; visitId: string; expiresAt: Date }

const isOpen = (tokenHash: Buffer, now: Date) => sql`s.token_hash = ${tokenHash} and s.revoked_at is null
  and s.expires_at > ${now} and v.site_id = s.site_id and v.id = s.visit_id
  and exists (select from account a where a.id = s.created_by and a.status = 'Active'
    and a.id in (select accounts_of_person(v.person_id)))`

/** Counts an opening; null, and nothing counted, when the link is unknown, over or revoked, or whoever made it may not open the visit any more. */
export async function countOpening(tx: Db, tokenHash: Buffer, now: Date): Promise<Opened | null> {
  const { rows } = await sql<Opened>`
    update report_share s set opened = s.opened + 1, last_opened_at = ${now} from visit v
    where ${isOpen(tokenHash, now)}
    returning s.id, s.site_id as "siteId", s.visit_id as "visitId", s.expires_at as "expiresAt"`.execute(tx)
  return rows[0] ?? null
}

export async function findOpenShare(db: Db, tokenHash: Buffer, now: Date): Promise<Opened | null> {
  const { rows } = await sql<Opened>`
    select s.id, s.site_id as "siteId", s.visit_id as "visitId", s.expires_at as "expiresAt"
    from report_share s, visit v where ${isOpen(tokenHash, now)}`.execute(db)
  return rows[0] ?? null
}
