import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { listReports as contract } from '#contract/reports.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { mapPage } from '#server/platform/list.ts'
import { countUnopened, listOwnReports } from './queries-own-reports.ts'

/** A patient's reports, the latest first. As with every list, the audit trail does not record a reading. */
export async function listReports(
  { db, actor }: SignedIn,
  query: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const [page, unopened] = await Promise.all([
    listOwnReports(db, actor.accountId, query),
    countUnopened(db, actor.accountId),
  ])
  return { ...mapPage(page, (row) => ({ ...row, issuedAt: row.issuedAt.toISOString() })), unopened }
}
