import { type RawBuilder, sql } from 'kysely'

/** The sites whose patients somebody sees; null: those of all. */
export type Sites = readonly string[] | null

/**
 * Part of a statement on rows with a site: only those of these sites. Nothing at all for whoever sees every site, so that
 * the plans of the many are what they were.
 */
export const atSites = (column: string, sites: Sites): RawBuilder<unknown> =>
  sites === null ? sql`` : sql`and ${sql.ref(column)} = any(${[...sites]}::uuid[])`
