import { type RawBuilder, sql } from 'kysely'
import type { ApiScope } from '#contract/api-clients.ts'
import type { EventType } from '#contract/webhooks.ts'
import { ofPerson, openTo } from '#server/modules/people/index.ts'
import { after, days } from '#server/platform/clock.ts'
import { type Db, plannedReading, rowOf } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import { gather } from '#server/platform/gather.ts'
import {
  mapPage,
  type Order,
  type Page,
  type PageQuery,
  readCursor,
  readPage,
} from '#server/platform/list.ts'
import { isAtSites } from '#server/platform/site-scope.ts'
import type { ClientCall } from './admit-client.ts'
import type { Asked, Kind, Modifier, Reach, Sort, Versions, Within } from './kind.ts'
import { noteReadings, type Subject } from './note-readings.ts'
import { withProfiles } from './profiles.ts'
import type { Param } from './queries-conditions.ts'
import type { Resource } from './resource.ts'

/** Types of resources that are read from tables. */

/**
 * The visits `v` within reach with their sites `z`; conditions can be added. For a client of a facility: the visits that its clinicians
 * ordered here (decision 0083). For an app of a patient: the visits of the person that the account may see (decision 0049). The key of
 * visits begins with the site, so the join with sites finds a visit by its id.
 */
export const visitsWithin = ({ sites, facilityId, person }: Within) => sql`
  site z join visit v on v.site_id = z.id and v.status <> 'held' and ${isAtSites('z.id', sites)}
  ${
    person === null
      ? sql``
      : sql`and ${ofPerson(person.id)} ${person.openTo === null ? sql`` : sql`and ${openTo(person.openTo)}`}`
  }
  ${
    facilityId === null
      ? sql``
      : sql`and exists (select from clinic_order o where o.site_id = v.site_id and o.visit_id = v.id
          and o.facility_id = ${facilityId})`
  }`

type Rows =
  | {
      /** The rows within reach. `ids`: the only resources that are needed, if a search asks for nothing else. */
      rows: (reach: Within, ids?: readonly string[]) => RawBuilder<unknown>
      ownRows?: undefined
    }
  | {
      /** As `rows`, if the content of a row depends on the client itself, not only on its limits. */
      ownRows: (reach: Reach, ids?: readonly string[]) => RawBuilder<unknown>
      rows?: undefined
    }

type Table<Row> = Rows & {
  type: string
  scope: ApiScope
  /** Columns of `r` whose values together are unique. */
  order: Order<Row>
  params: Readonly<Record<string, Param>> & { _id: Param }
  /** A condition from several valid parameters together. `isWalked`: rows can be read in the order of an index until a page is full. */
  mayMatch?(db: Db, asked: readonly Asked[], isWalked: boolean): Promise<MayMatch>
  /** The orders of `_sort`, by the name of their parameter. */
  sorts?: Readonly<Record<string, BothWays<Row>>>
  latest?: Latest<Row>
  references?: Kind['references']
  profiles?: Kind['profiles']
  summary: Kind['summary']
  /** The subject whose reading is audited; null: readings are not audited. */
  subject: ((row: Row) => Subject) | null
  /** Whether `present` gives `meta.versionId`. */
  isVersioned?: true
  /** The events about a row, and the condition that the event `e` is about the row `r`. */
  hears?: { events: readonly EventType[]; isAbout: RawBuilder<boolean> }
  versions?: KeptVersions<Row>
  /** `db`: decrypts what is encrypted. */
  present(row: Row, db: Db): Resource
}

type AskedOne = { reach: Reach; id: string }
type Read<Row> = { row: Row; resource: Resource }

/** A condition that every matching row meets and that has an index. `areFew`: few rows match, so all are found before they are sorted. */
export type MayMatch = { where: RawBuilder<boolean>; areFew: boolean }

/** A sort by a time that is never after that of the column `later`, which has an index. */
type Latest<Row> = { sort: string; time: keyof Row; later: string }

/** The latest rows are searched among those of so many last days, one number after the other, and then among all. */
const lastDays = [1, 7, 60, 500]

/** The versions that are kept. */
type KeptVersions<Row> = {
  /** With the number of the version in `version`. */
  rows(reach: Reach): RawBuilder<unknown>
  /** Latest first. */
  order: Order<Row>
  /** The column with the time of a version. */
  at: string
}

type BothWays<Row> = { ascending: Order<Row>; descending: Order<Row> }

/** An ascending and a descending order. `way` is put after the name of each column. */
export const bothWays = <Row>(order: (way: '' | ' desc') => Order<Row>): BothWays<Row> => ({
  ascending: order(''),
  descending: order(' desc'),
})

type Rest<Called> = Called extends (first: ClientCall, ...rest: infer More) => unknown ? More : never

/** Declares a type of resources by the rows that it is read from. */
export function kindOfTable<Row>(table: Table<Row>): Kind {
  const { type, scope, params, sorts = {}, references = {}, profiles = [], summary, versions, hears } = table
  const present = ({ db }: Pick<ClientCall, 'db'>, row: Row) => withProfiles(table.present(row, db), profiles)

  function orderOf(sort: Sort | null): Order<Row> {
    const both = sort && sorts[sort.by]
    if (!both) return table.order
    return sort.descends ? both.descending : both.ascending
  }

  const rowsOf = table.ownRows ?? table.rows

  const select = (client: Reach, where: RawBuilder<unknown>, rows = rowsOf) => sql`
    select r.* from (${rows(client)}) r where ${where}`
  const isId = ({ db }: ClientCall, id: string) => params._id.where(id, '_id', null, db)

  async function matching(
    { db }: ClientCall,
    asked: readonly Asked[],
    isWalked: boolean,
  ): Promise<{ where: RawBuilder<unknown>; areFew: boolean }> {
    const where = whereOf(db, params, asked)
    const may = await table.mayMatch?.(db, asked, isWalked)
    return may ? { where: sql`${where} and ${may.where}`, areFew: may.areFew } : { where, areFew: false }
  }

  async function note(call: ClientCall, rows: readonly Row[]): Promise<void> {
    const { subject } = table
    if (subject) await noteReadings(call, type, rows.map(subject))
  }

  // Planned for its parameters: a search by patient and a search by date need different plans.
  const findSome = (call: ClientCall, ...rest: Rest<typeof findRows>): Promise<Page<Row>> =>
    plannedReading(call.db, (db) => findRows({ ...call, db }, ...rest))

  const readSome = (call: ClientCall, ...rest: Rest<typeof findRows>): Promise<Page<Resource>> =>
    shown(call, findSome(call, ...rest))

  /** A page of the latest rows. It is complete if its last row lies within the days that were read: every row left out is earlier. */
  async function findLatest(
    call: ClientCall,
    page: PageQuery,
    order: Order<Row>,
    where: RawBuilder<unknown>,
    { time, later }: Latest<Row>,
  ): Promise<Page<Row>> {
    const end = page.cursor === undefined ? call.clock.now() : readCursor<Row>(order, page.cursor)[time]
    for (const count of lastDays) {
      const since = after(end as Date, -days(count))
      const found = await findSome(call, page, order, sql`${where} and ${sql.ref(`r.${later}`)} >= ${since}`)
      const last = found.rows.at(-1)
      if (found.nextCursor !== null && last && (last[time] as Date) >= since) return found
    }
    return findSome(call, page, order, where)
  }

  const findRows = (
    call: ClientCall,
    page: PageQuery,
    order: Order<Row>,
    where: RawBuilder<unknown>,
    rows = rowsOf,
  ): Promise<Page<Row>> =>
    readPage<Row>(page, order, ({ after, by, limit }) => {
      const found = select(call.client, sql`${where} and ${after}`, rows)
      return sql<Row>`${found} order by ${by} limit ${limit}`.execute(call.db)
    })

  const ofIds = (db: Db, ids: readonly string[]) => ({
    isAsked: whereOf(db, params, [{ name: '_id', all: [inSteps(ids)] }]),
    rows: (reach: Reach) => rowsOf(reach, inSteps(ids)),
  })

  async function shown(call: ClientCall, finding: Promise<Page<Row>>): Promise<Page<Resource>> {
    const found = await finding
    await note(call, found.rows)
    return mapPage(found, (row) => present(call, row))
  }

  /**
   * Concurrent reads are batched into one statement: of all clients with the same limits, or of one client. With the generic plan: an id
   * is found by its index whatever its value.
   */
  const findOne = gather({
    lanes: 2,
    together: ({ reach: { id, sites, facilityId, person } }: AskedOne) =>
      JSON.stringify([table.ownRows && id, sites, facilityId, person]),
    async run(db, asks: readonly AskedOne[]): Promise<(Read<Row> | null)[]> {
      const [first] = asks
      if (!first) return []
      const { isAsked, rows } = ofIds(db, [...new Set(asks.map(({ id }) => id))])
      const found = await sql<Row>`${select(first.reach, isAsked, rows)}`.execute(db)
      const read = found.rows.map((row) => ({ row, resource: present({ db }, row) }))
      return asks.map(({ id }) => read.find(({ resource }) => resource.id === id) ?? null)
    },
  })

  const readVersion = async (call: ClientCall, where: RawBuilder<unknown>, rows: typeof rowsOf) => {
    const found = await sql<Row>`${select(call.client, where, rows)}`.execute(call.db)
    await note(call, found.rows)
    return found.rows[0] === undefined ? null : present(call, found.rows[0])
  }

  return {
    type,
    scope,
    params,
    sorts: Object.keys(sorts),
    references,
    profiles,
    summary,
    async search(call, asked, page, sort = null) {
      const order = orderOf(sort)
      const ids = idsAsked(asked)
      if (ids) {
        const { isAsked, rows } = ofIds(call.db, ids)
        return shown(call, findRows(call, page, order, isAsked, rows))
      }
      const latest = sort?.descends && sort.by === table.latest?.sort ? table.latest : null
      const isWalked = latest !== null || firstColumn(order) === firstColumn(table.order)
      const { where, areFew } = await matching(call, asked, isWalked)
      const from = sql`${where} and ${isFrom(order, page)}`
      if (findFew(params, asked)) return shown(call, findRows(call, page, withoutIndex(order), from))
      if (latest && !areFew) return shown(call, findLatest(call, page, order, from, latest))
      // PostgreSQL overestimates their number, and would walk through an index in the order of the page.
      return readSome(call, page, areFew ? withoutIndex(order) : order, from)
    },
    async count(call, asked) {
      const matches = select(call.client, (await matching(call, asked, false)).where)
      return plannedReading(call.db, async (db) => {
        const row = await rowOf(db)<{ n: number }>`select count(*)::int as n from (${matches}) matches`
        return row?.n ?? 0
      })
    },
    async read(call, id) {
      const found = await findOne(call.db, { reach: call.client, id })
      if (!found) return null
      await note(call, [found.row])
      return found.resource
    },
    isVersioned: table.isVersioned ?? false,
    isExported: true,
    ...(hears && {
      hears: {
        events: hears.events,
        fits: (db, reach, asked) => sql<boolean>`exists (
          select from (${rowsOf(reach)}) r where ${hears.isAbout} and ${whereOf(db, params, asked)})`,
      },
    }),
    ...(versions && { versions: versionsOf(versions) }),
  }

  function versionsOf({ rows, order, at }: KeptVersions<Row>): Versions {
    return {
      async list(call, id, page, since) {
        const fits = since === null ? sql`true` : sql`${sql.ref(`r.${at}`)} >= ${since}`
        return readSome(call, page, order, sql`${isId(call, id)} and ${fits}`, rows)
      },
      read: (call, id, version) => readVersion(call, sql`${isId(call, id)} and r.version = ${version}`, rows),
    }
  }
}

const firstColumn = <Row>(order: Order<Row>) =>
  Object.values<{ column: string } | undefined>(order)[0]?.column

/** The same order by expressions without an index, so that PostgreSQL finds all rows before it sorts them. */
const withoutIndex = <Row>(order: Order<Row>): Order<Row> =>
  Object.fromEntries(
    Object.entries<{ column: string } | undefined>(order).map(([field, one]) => [
      field,
      one && { ...one, column: `coalesce(${one.column}, ${one.column})` },
    ]),
  ) as Order<Row>

/** Whether an index finds few rows by one of the parameters. Then one generic plan is good for all values. */
const findFew = (params: Table<unknown>['params'], asked: readonly Asked[]): boolean =>
  asked.some(
    ({ name, modifier, all }) =>
      !modifier &&
      all.some(([value, ...more]) => value && more.length === 0 && params[name]?.findsFew?.(value, name)),
  )

/** The ids of a search that asks for nothing else; null for another search. */
function idsAsked(asked: readonly Asked[]): readonly string[] | null {
  const [only] = asked
  if (asked.length !== 1 || only?.name !== '_id' || only.modifier || only.all.length !== 1) return null
  const [ids = []] = only.all
  return ids.length > 0 && ids.length <= 100 ? ids : null
}

/** With the last id repeated up to one of a few numbers of ids, so that there are few statements to prepare. */
function inSteps(ids: readonly string[]): string[] {
  const step = [1, 2, 5, 10, 20, 50, 100].find((size) => size >= ids.length) ?? ids.length
  return [...ids, ...Array.from({ length: step - ids.length }, () => ids.at(-1) ?? '')]
}

/**
 * The condition that a row is not before the page by its first column. The condition of the page implies it, but cannot use an index
 * if its other columns are computed.
 */
function isFrom<Row>(order: Order<Row>, { cursor }: PageQuery): RawBuilder<boolean> {
  if (cursor === undefined) return sql`true`
  const [[field, first] = []] = Object.entries<{ column: string; descends: boolean } | undefined>(order)
  const key: Partial<Record<string, unknown>> = readCursor<Row>(order, cursor) as object
  if (!first || !field) return sql`true`
  return sql`${sql.raw(first.column)} ${sql.raw(first.descends ? '<=' : '>=')} ${key[field]}`
}

function whereOf(db: Db, params: Table<unknown>['params'], asked: readonly Asked[]): RawBuilder<unknown> {
  const conditions = asked.flatMap(({ name, modifier = null, all }) =>
    all.map((values) => conditionOf(db, params[name], name, modifier, values)),
  )
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** The condition that a row matches one of the values. No value: none matches. */
function conditionOf(
  db: Db,
  param: Param | undefined,
  name: string,
  modifier: Modifier | null,
  values: readonly string[],
): RawBuilder<unknown> {
  if (!param || values.length === 0) return sql`false`
  const named = modifier === null ? name : `${name}:${modifier}`
  if (modifier === 'missing') {
    const [value] = values
    if (values.length > 1 || (value !== 'true' && value !== 'false'))
      throw invalid({ [named]: ['The value of :missing is true or false'] })
    const isMissing = param.missing ?? sql`false`
    return value === 'true' ? sql`(${isMissing})` : sql`(not ${isMissing})`
  }
  const one = (value: string) => param.where(value, named, modifier, db)
  const any = values.length > 1 && modifier === null ? param.whereAny : undefined
  const matches = any?.(values) ?? sql`(${sql.join(values.map(one), sql` or `)})`
  return modifier === 'not' ? sql`(not coalesce(${matches}, false))` : matches
}
