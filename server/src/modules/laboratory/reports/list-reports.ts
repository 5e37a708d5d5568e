import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { listReports as contract } from '#contract/reports.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { readInstantKey, writeInstantKey } from '#server/platform/page-keys.ts'
import { countUnopened, listOwnReports } from './queries-own-reports.ts'

/** A patient's reports, the latest first. As with every list, the audit trail does not record a reading. */
export async function listReports(
  { db, actor }: SignedIn,
  { limit, cursor }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const after = readInstantKey(cursor)
  const [rows, unopened] = await Promise.all([
    listOwnReports(db, actor.accountId, { after, limit: limit + 1 }),
    countUnopened(db, actor.accountId),
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    reports: shown.map((row) => ({ ...row, issuedAt: row.issuedAt.toISOString() })),
    unopened,
    nextCursor: rows.length > limit && last ? writeInstantKey({ at: last.issuedAt, id: last.visitId }) : null,
  }
}
