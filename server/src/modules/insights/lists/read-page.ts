import type { QueryOf } from '#contract/endpoint.ts'
import type { insightTasks } from '#contract/insight-lists.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { filterOf, sitesAsked } from '../figures/read-insights.ts'

/** The filters of a list, limited to sites that the caller may see. */

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
