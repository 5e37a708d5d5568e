import { type RawBuilder, sql } from 'kysely'
import type { ApiScope } from '#contract/api-clients.ts'
import { planned } from '#server/platform/database.ts'
import { mapPage, type Order, type PageQuery, readCursor, readPage } from '#server/platform/list.ts'
import { isAtSites, type Sites } from '#server/platform/site-scope.ts'
import type { ClientCall } from './admit-client.ts'
import type { Asked, Kind } from './kind.ts'
import { noteReadings, type Subject } from './note-readings.ts'
import type { Param } from './queries-conditions.ts'
import type { Resource } from './resource.ts'

/** Types of resources that are read from tables. */

/** A client with the sites and the facility that it is limited to. */
export type Reach = { id: string; sites: Sites; facilityId: string | null }

/**
 * The visits `v` within reach with their sites `z`; conditions can be added. For a client of a facility: the visits that its clinicians
 * ordered here (decision 0083). The key of visits begins with the site, so the join with sites finds a visit by its id.
 */
export const visitsWithin = ({ sites, facilityId }: Reach) => sql`
  site z join visit v on v.site_id = z.id and v.status <> 'held' and ${isAtSites('z.id', sites)}
  ${
    facilityId === null
      ? sql``
      : sql`and exists (select from clinic_order o where o.site_id = v.site_id and o.visit_id = v.id
          and o.facility_id = ${facilityId})`
  }`

type Table<Row> = {
  type: string
  scope: ApiScope
  /** The rows within reach. */
  rows(reach: Reach): RawBuilder<unknown>
  /** Columns of `r` whose values together are unique. */
  order: Order<Row>
  params: Readonly<Record<string, Param>> & { _id: Param }
  /** The subject whose reading is audited; null: readings are not audited. */
  subject: ((row: Row) => Subject) | null
  present(row: Row): Resource
}

/** Declares a type of resources by the rows that it is read from. */
export function kindOfTable<Row>(table: Table<Row>): Kind {
  const { type, scope, params, order, present } = table

  const select = ({ client }: ClientCall, where: RawBuilder<unknown>) => sql`
    select r.* from (${table.rows(client)}) r where ${where}`

  async function note(call: ClientCall, rows: readonly Row[]): Promise<void> {
    const { subject } = table
    if (subject) await noteReadings(call, type, rows.map(subject))
  }

  return {
    type,
    scope,
    params,
    search: (call, asked, page) =>
      // Planned for its parameters: a search by patient and a search by date need different plans.
      planned(call.db, async (db) => {
        const where = sql`${whereOf(params, asked)} and ${isFrom(order, page)}`
        const found = await readPage<Row>(page, order, ({ after, by, limit }) =>
          sql<Row>`${select(call, sql`${where} and ${after}`)} order by ${by} limit ${limit}`.execute(db),
        )
        await note({ ...call, db }, found.rows)
        return mapPage(found, present)
      }),
    read: (call, id) =>
      planned(call.db, async (db) => {
        const { rows } = await sql<Row>`${select(call, params._id.where(id, '_id'))}`.execute(db)
        await note({ ...call, db }, rows)
        return rows[0] === undefined ? null : present(rows[0])
      }),
  }
}

/**
 * The condition that a row is not before the page by its first column. The condition of the page implies it, but cannot use an index
 * if its other columns are computed.
 */
function isFrom<Row>(order: Order<Row>, { cursor }: PageQuery): RawBuilder<boolean> {
  if (cursor === undefined) return sql`true`
  const [[field, first] = []] = Object.entries<{ column: string } | undefined>(order)
  const key: Partial<Record<string, unknown>> = readCursor<Row>(order, cursor) as object
  return first && field ? sql`${sql.raw(first.column)} >= ${key[field]}` : sql`true`
}

function whereOf(params: Table<unknown>['params'], asked: readonly Asked[]): RawBuilder<unknown> {
  const conditions = asked.flatMap(({ name, all }) =>
    all.map(
      (values) =>
        sql`(${sql.join(
          values.map((value) => params[name]?.where(value, name)),
          sql` or `,
        )})`,
    ),
  )
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}
