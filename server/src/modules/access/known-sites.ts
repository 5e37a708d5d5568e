import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { countKnown } from './queries-access.ts'

/** Refuses unknown sites; null means all sites. */
export async function requireKnownSites({ db }: Pick<Context, 'db'>, sites: Sites): Promise<void> {
  if (sites !== null && (await countKnown(db, sites)) < sites.length) {
    throw invalid({ sites: ['There is no such site'] })
  }
}
