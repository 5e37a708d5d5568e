import { sql } from 'kysely'
import { mostWrongPasscodes } from '#contract/sharing.ts'
import { openTo } from '#server/modules/people/index.ts'
import { anyRow, type Db, rowOf } from '#server/platform/database.ts'
import type { ReportShare } from '#server/platform/schema.gen.ts'

/** Statements on links that show a report. That the caller may open the visit is part of each. */

const columns = [
  's.id',
  's.createdAt',
  's.expiresAt',
  's.revokedAt',
  's.opened',
  's.lastOpenedAt',
  's.recipients',
  's.wrongPasscodes',
] as const
const isSmart = sql<boolean>`s.key_half is not null`
const hasPasscode = sql<boolean>`s.passcode_hash is not null`

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
    .select([isSmart.as('isSmart'), hasPasscode.as('hasPasscode')])
    .where(openTo(accountId))
    .where('v.id', '=', visitId)
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute()

export type ShareRow = Awaited<ReturnType<typeof listShareRows>>[number]

type NewShare = Pick<ReportShare, 'id' | 'visitId' | 'tokenHash' | 'keyHalf' | 'passcodeHash'> & {
  accountId: string
  most: number
} & {
  now: Date
  expiresAt: Date
}

/** Null if the visit is not the caller's, has no report, or has `most` open links. */
export const addShare = (tx: Db, share: NewShare): Promise<ShareRow | null> => rowOf(tx)`
    insert into report_share as s (site_id, id, visit_id, token_hash, key_half, passcode_hash, created_by, created_at, expires_at)
    select v.site_id, ${share.id}::uuid, v.id, ${share.tokenHash}::bytea,
      ${share.keyHalf}::bytea, ${share.passcodeHash}::bytea, ${share.accountId}::uuid, ${share.now}::timestamptz,
      ${share.expiresAt}::timestamptz
    from visit v
    where ${openTo(share.accountId)} and v.id = ${share.visitId}
      and exists (select from report r where r.site_id = v.site_id and r.visit_id = v.id)
      and (select count(*) from report_share o where o.site_id = v.site_id and o.visit_id = v.id
        and o.revoked_at is null and o.expires_at > ${share.now}::timestamptz
        and o.wrong_passcodes < ${mostWrongPasscodes}::int) < ${share.most}::int
    returning ${sql.join(columns.map((column) => sql.ref(column)))}, ${isSmart} as is_smart, ${hasPasscode} as has_passcode`

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
type ByToken = { tokenHash: Buffer; now: Date }

/** The link `s` to the visit `v` shows it: it is not over, and its maker may still open the visit. */
const isOpen = ({
  tokenHash,
  now,
}: ByToken) => sql<boolean>`s.token_hash = ${tokenHash} and s.revoked_at is null
  and s.expires_at > ${now} and v.site_id = s.site_id and v.id = s.visit_id
  and exists (select from account a where a.id = s.created_by and a.status = 'Active'
    and a.id in (select accounts_of_person(v.person_id)))`

/** A SMART Health Link does not open as a page, where it would open without its passcode. */
const isOpenPage = (by: ByToken) => sql<boolean>`${isOpen(by)} and not ${isSmart}`
const isOpenSmart = (by: ByToken) => sql<boolean>`
  ${isOpen(by)} and ${isSmart} and s.wrong_passcodes < ${mostWrongPasscodes}::int`

/**
 * Counts an opening. Null, and nothing is counted, if the link is unknown, over or revoked, or its maker may not open the visit any
 * more.
 */
export const countOpening = (tx: Db, by: ByToken): Promise<Opened | null> => rowOf(tx)`
    update report_share s set opened = s.opened + 1, last_opened_at = ${by.now} from visit v
    where ${isOpenPage(by)}
    returning s.id, s.site_id, s.visit_id, s.expires_at`

export const findOpenShare = (db: Db, by: ByToken): Promise<Opened | null> =>
  rowOf(
    db,
  )`select s.id, s.site_id, s.visit_id, s.expires_at from report_share s, visit v where ${isOpenPage(by)}`

export type SmartShare = Opened & { keyHalf: Buffer; hasPasscode: boolean; wrongPasscodes: number }

const smartColumns = sql`s.id, s.site_id, s.visit_id, s.expires_at, s.key_half, ${hasPasscode} as has_passcode, s.wrong_passcodes`

export const findSmartShare = (db: Db, by: ByToken): Promise<SmartShare | null> =>
  rowOf(db)`select ${smartColumns} from report_share s, visit v where ${isOpenSmart(by)}`

/**
 * Counts an opening, or a wrong passcode. The database compares the passcode in the statement that counts, so that many at once cannot
 * try more passcodes than a link allows.
 */
export const trySmartShare = (
  tx: Db,
  by: ByToken,
  { passcodeHash, recipient }: { passcodeHash: Buffer | null; recipient: string },
): Promise<(SmartShare & { isRight: boolean }) | null> => {
  const isRight = sql<boolean>`(s.passcode_hash is null or coalesce(s.passcode_hash = ${passcodeHash}::bytea, false))`
  return rowOf(tx)`
    update report_share s set
      opened = s.opened + ${isRight}::int,
      last_opened_at = case when ${isRight} then ${by.now}::timestamptz else s.last_opened_at end,
      recipients = case when ${isRight}
        then (array_prepend(${recipient}::text, array_remove(s.recipients, ${recipient}::text)))[1:10] else s.recipients end,
      wrong_passcodes = s.wrong_passcodes + (not ${isRight})::int
    from visit v where ${isOpenSmart(by)}
    returning ${smartColumns}, ${isRight} as is_right`
}
