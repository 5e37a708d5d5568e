import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { releasedTasks as contract } from '#contract/release.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { mapPage } from '#server/platform/list.ts'
import { reachOf } from '../tasks/list-tasks.ts'
import { seek } from '../tasks/search-tasks.ts'
import { listReleased } from './queries-released.ts'

/** What was released, the latest first, from which a correction is opened. */
export async function listReleasedTasks(
  context: SignedIn,
  { search, ...query }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const reach = await reachOf(context)
  const sought = search ? await seek(context.db, search, { sites: reach.sites, few: false }) : null
  const page = await listReleased(context.db, reach, sought, query)
  return mapPage(page, (row) => ({ ...row, releasedAt: row.releasedAt.toISOString() }))
}
