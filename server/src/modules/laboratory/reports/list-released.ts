import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { releasedTasks as contract } from '#contract/release.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { readInstantKey, writeInstantKey } from '#server/platform/page-keys.ts'
import { reachOf } from '../tasks/list-tasks.ts'
import { seek } from '../tasks/search-tasks.ts'
import { listReleased } from './queries-released.ts'

/** What was released, the latest first, from which a correction is opened. */
export async function listReleasedTasks(
  context: SignedIn,
  { search, limit, cursor }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const page = { after: readInstantKey(cursor), limit: limit + 1 }
  const reach = await reachOf(context)
  const sought = search ? await seek(context.db, search, { sites: reach.sites, few: false }) : null
  const rows = await listReleased(context.db, reach, sought, page)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    tasks: shown.map((row) => ({ ...row, releasedAt: row.releasedAt.toISOString() })),
    nextCursor: rows.length > limit && last ? writeInstantKey({ at: last.releasedAt, id: last.id }) : null,
  }
}
