import { sql } from 'kysely'
import type { Filter } from '../figures/tell-counts.ts'

/** Shared parts of the statements of lists. */

export type Asked = {
  siteIds: readonly string[]
  from: string
  to: string
  filter: Filter
  person: string | null
}

/**
 * Each site's own bounds of its local days. The index of each site is in the order of time and over several of them
 * nothing is, but of each the first rows are enough.
 */
export const bounds = ({ siteIds, from, to }: Pick<Asked, 'siteIds' | 'from' | 'to'>) => sql`(
  select s.id as site_id, s.name as site, s.time_zone as zone, ${from}::date::timestamp at time zone s.time_zone as lo,
    (${to}::date + 1)::timestamp at time zone s.time_zone as hi
  from site s where s.id = any(${[...siteIds]}::uuid[])) d`

export const nameOf = (column: string) => sql`(select full_name from account where id = ${sql.ref(column)})`

export const patient = sql`jsonb_build_object('fullName', v.full_name, 'reference', v.reference, 'visitId', v.id)`
