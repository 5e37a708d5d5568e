import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Statements on how the catalogue was changed, and on the rules of release. */

export type ChangeRow = {
  at: Date
  action: string
  by: string | null
  reason: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** How something was changed, newest first, from the audit trail. */
export async function changesOf(
  db: Db,
  subject: { kind: string; id: string },
  limit: number,
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select u.at, u.action, a.full_name as by, u.reason, u.before, u.after
    from audit u left join account a on a.id = u.account_id
    where u.subject_kind = ${subject.kind} and u.subject_id = ${subject.id}
    order by u.id desc limit ${limit}`.execute(db)
  return rows
}

export type PolicyRow = {
  version: number
  twoPersonRelease: boolean
  callbackMinutes: number
  deltaPercent: number
}

export async function readPolicy(db: Db): Promise<PolicyRow> {
  return db
    .selectFrom('laboratory')
    .select(['releasePolicyVersion as version', 'twoPersonRelease', 'callbackMinutes', 'deltaPercent'])
    .executeTakeFirstOrThrow()
}
