import { type RawBuilder, sql } from 'kysely'

/** The sites whose patients a person sees; null: all. */
export type Sites = readonly string[] | null

/** The condition that limits rows to these sites; constant for people who see all sites, so that their plans have no condition. */
export const isAtSites = (column: string, sites: Sites): RawBuilder<boolean> =>
  sites === null ? sql.lit(true) : sql`${sql.ref(column)} = any(${[...sites]}::uuid[])`

/** As `isAtSites`, to append to other conditions. */
export const atSites = (column: string, sites: Sites): RawBuilder<unknown> =>
  sites === null ? sql`` : sql`and ${isAtSites(column, sites)}`
