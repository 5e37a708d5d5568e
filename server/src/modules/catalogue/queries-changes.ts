import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Statements on how the catalogue was changed, and on the rules of release. */

/** Of each history, newest first; older changes are in the audit trail. */
const changesShown = 50

type Fields = Record<string, unknown> | null

/** How a subject was changed, newest first, from the audit trail. */
export const changesOf = (db: Db, subject: { kind: string; id: string }) =>
  db
    .selectFrom('audit as u')
    .leftJoin('account as a', 'a.id', 'u.accountId')
    .select(['u.at', 'u.action', 'a.fullName as by', 'u.reason'])
    .select([sql<Fields>`u.before`.as('before'), sql<Fields>`u.after`.as('after')])
    .where('u.subjectKind', '=', subject.kind)
    .where('u.subjectId', '=', subject.id)
    .orderBy('u.id', 'desc')
    .limit(sql.lit(changesShown))
    .execute()

export type ChangeRow = Awaited<ReturnType<typeof changesOf>>[number]

export const readPolicy = (db: Db) =>
  db
    .selectFrom('laboratory')
    .select(['releasePolicyVersion as version', 'twoPersonRelease', 'callbackMinutes', 'deltaPercent'])
    .select('callbackStepMinutes')
    .executeTakeFirstOrThrow()

/** Staff who may release results, by name. */
export const listReleasers = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'fullName'])
    .where('status', '=', 'Active')
    .where(sql<boolean>`(role = 'admin' or role = 'technician' and 'release' = any(permissions))`)
    .orderBy('fullName')
    .orderBy('id')
    .execute()

/** The ids of the staff to whom critical values go that were not reported in time, in their order. */
export async function readCallbackOrder(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('callbackOrder').select('accountId').orderBy('position').execute()
  return rows.map(({ accountId }) => accountId)
}

/** Only after `replaceReleaseRules`, which locks the laboratory's row. */
export async function writeCallbackOrder(tx: Db, accountIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('callbackOrder').execute()
  if (accountIds.length === 0) return
  await tx
    .insertInto('callbackOrder')
    .values(accountIds.map((accountId, index) => ({ position: index + 1, accountId })))
    .execute()
}
