import type { QueryOf } from '#contract/endpoint.ts'
import type { insightTasks } from '#contract/insight-lists.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction, planForValues } from '#server/platform/database.ts'
import { type InstantKey, readInstantKey, writeInstantKey } from '#server/platform/page-keys.ts'
import { filterOf, sitesAsked } from '../figures/read-insights.ts'
import type { Page } from './queries-bounds.ts'

/** A page of a list, of the sites within reach alone. */

/** A plan for any period reads all of it and sorts; of the one that is asked for, a page is read from the index. */
export const planned = <T>({ db }: SignedIn, read: (tx: SignedIn['db']) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    await planForValues(tx)
    return read(tx)
  })

type Query = QueryOf<typeof insightTasks>

export async function periodOf(
  context: SignedIn,
  { from, to, siteId }: Pick<Query, 'from' | 'to' | 'siteId'>,
) {
  const { sites } = await sitesAsked(context, siteId)
  return { siteIds: sites.map(({ id }) => id), from, to }
}

export const askedOf = async (
  context: SignedIn,
  query: Pick<Query, 'from' | 'to' | 'siteId' | 'test' | 'priority' | 'person'>,
) => ({
  ...(await periodOf(context, query)),
  filter: await filterOf(context, query),
  person: query.person ?? null,
})

export const pageOf = ({ limit, cursor }: { limit: number; cursor?: string | undefined }): Page => ({
  after: readInstantKey(cursor),
  limit: limit + 1,
})

export function cut<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => InstantKey) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, nextCursor: rows.length > limit && last ? writeInstantKey(keyOf(last)) : null }
}
