import type { readAntibiogram as contract } from '#contract/antibiogram.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { planned } from '#server/platform/database.ts'
import { sitesAsked } from '../figures/read-insights.ts'
import { countIsolates } from './queries-antibiogram.ts'

export async function readAntibiogram(context: SignedIn, query: QueryOf<typeof contract>) {
  const { sites } = await sitesAsked(context, query.siteId)
  const asked = { ...query, siteIds: sites.map(({ id }) => id) }
  return planned(context.db, (db) => countIsolates(db, asked))
}
