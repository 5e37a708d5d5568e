import { type RawBuilder, sql } from 'kysely'
import type { Endpoint, QueryOf, ResponseInput } from '#contract/endpoint.ts'
import type { Priority } from '#contract/options.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { type Db, planned } from '#server/platform/database.ts'
import { anyId } from '#server/platform/statement.ts'
import { filterOf, sitesAsked } from '../figures/read-insights.ts'
import type { Filter } from '../figures/tell-counts.ts'

/** What the statements of the lists behind the figures share. */

/** A query with its sites, limited to those that the caller may see, and its test and priority as a filter. */
export type Asked<E extends Endpoint> = QueryOf<E> & {
  siteIds: readonly string[]
  filter: Filter
  now: Date
}

type Filters = { siteId?: string | undefined; test?: string | undefined; priority?: Priority | undefined }

/** Gives the handler of a list. A list of the contract is cut to its schema, so rows may have more columns than it shows. */
export const listBehind =
  <E extends Endpoint>(list: (db: Db, asked: Asked<E>) => Promise<ResponseInput<E>>) =>
  async (context: SignedIn, { query }: { query: QueryOf<E> & Filters }): Promise<ResponseInput<E>> => {
    const { sites } = await sitesAsked(context, query.siteId)
    const asked = {
      ...query,
      siteIds: sites.map(({ id }) => id),
      filter: await filterOf(context, query),
      now: context.clock.now(),
    }
    return planned(context.db, (db) => list(db, asked))
  }

/**
 * The bounds of the local days of each site. The index of one site is in the order of time; over several sites nothing is,
 * so the first rows of each site are read and merged.
 */
export const bounds = ({
  siteIds,
  from,
  to,
}: {
  siteIds: readonly string[]
  from: string
  to: string
}) => sql`(
  select s.id as site_id, s.name as site, s.time_zone as zone, ${from}::date::timestamp at time zone s.time_zone as lo,
    (${to}::date + 1)::timestamp at time zone s.time_zone as hi
  from site s where s.id = ${anyId(siteIds)}) d`

export const nameOf = (column: string) => sql`(select full_name from account where id = ${sql.ref(column)})`

export const patient = sql`jsonb_build_object('fullName', v.full_name, 'reference', v.reference, 'visitId', v.id)
  as patient`

export const test = sql`jsonb_build_object('code', t.code, 'name', t.name) as test`

export const priorityOf = (rank: RawBuilder<unknown>) =>
  sql`(array['high', 'normal', 'low'])[${rank} + 1] as priority`
