import { type Insertable, sql } from 'kysely'
import type { ListedNonconformity, Nonconformity, NonconformityReview } from '#contract/nonconformities.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { DB } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { andIf } from '#server/platform/statement.ts'

/** Statements on nonconformities. */

type Dates<Shown> = {
  [Field in keyof Shown]: Field extends 'reportedAt' | 'actedAt' | 'closedAt' ? Date : Shown[Field]
}
export type ListedRow = Dates<ListedNonconformity>
export type Row = Dates<Omit<Nonconformity, 'whyNotClose'>> & { actedById: string | null }

const isOverdue = (now: Date) =>
  sql`(n.closed_at is null and coalesce(n.due_on < (${now}::timestamptz at time zone s.time_zone)::date, false))`
const state = sql`case when n.closed_at is not null then 'closed' when n.acted_at is not null then 'acting' else 'open' end`
const listedColumns = (
  now: Date,
) => sql`n.id, n.number, s.name as site, n.kind, n.harm, ${state} as state, n.description,
  r.full_name as reported_by, n.reported_at, n.due_on::text as due_on, ${isOverdue(now)} as overdue`
const tables = sql`nonconformity n join site s on s.id = n.site_id join account r on r.id = n.reported_by`

const latestFirst: Order<ListedRow> = { id: uuid('n.id desc') }

export type Filter = PageQuery & {
  state?: string | undefined
  kind?: string | undefined
  siteId?: string | undefined
}

export const listRows = (
  db: Db,
  sites: Sites,
  now: Date,
  { state: wanted, kind, siteId, ...page }: Filter,
): Promise<Page<ListedRow>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<ListedRow>`select ${listedColumns(now)} from ${tables}
      where true ${atSites('n.site_id', sites)} ${andIf(siteId, (id) => sql`n.site_id = ${id}`)}
        ${andIf(kind, (one) => sql`n.kind = ${one}`)} ${andIf(wanted, (one) => sql`${state} = ${one}`)}
        and ${after} order by ${by} limit ${limit}`.execute(db),
  )

export const readRow = (db: Db, sites: Sites, now: Date, id: string): Promise<Row | null> =>
  rowOf(db)`
    select ${listedColumns(now)}, n.visit_id, p.accession, n.message_id, v.reference, n.immediate_action, n.cause, n.action,
      a.full_name as acted_by, n.acted_by as acted_by_id, n.acted_at, n.effectiveness, c.full_name as closed_by, n.closed_at, n.version
    from ${tables}
      left join sample p on p.site_id = n.site_id and p.id = n.sample_id
      left join visit v on v.site_id = n.site_id and v.id = coalesce(n.visit_id, p.visit_id)
      left join account a on a.id = n.acted_by left join account c on c.id = n.closed_by
    where n.id = ${id} ${atSites('n.site_id', sites)}`

type Place = { siteId: string; visitId: string | null; sampleId: string | null }

export const placeOfVisit = (db: Db, sites: Sites, visitId: string): Promise<Place | null> =>
  rowOf(db)`select v.site_id, v.id as visit_id, null as sample_id from visit v
    where v.id = ${visitId} and v.status <> 'held' ${atSites('v.site_id', sites)}`

export const placeOfSample = (db: Db, sites: Sites, accession: string): Promise<Place | null> =>
  rowOf(db)`select p.site_id, null as visit_id, p.id as sample_id from sample p
    where p.accession = ${accession} ${atSites('p.site_id', sites)}`

export async function isMessage(db: Db, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('contactMessage').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  )
}

export async function insertRow(
  tx: Db,
  row: Omit<Insertable<DB['nonconformity']>, 'number'>,
): Promise<number> {
  const { number } = await tx
    .insertInto('nonconformity')
    .values(row)
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}

type Change = Partial<
  Pick<
    Insertable<DB['nonconformity']>,
    'cause' | 'action' | 'dueOn' | 'actedBy' | 'actedAt' | 'effectiveness' | 'closedBy' | 'closedAt'
  >
>

/** Returns false if the nonconformity has changed since `version`. */
export async function writeRow(tx: Db, id: string, version: number, change: Change): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('nonconformity')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The first days of the month, of the next and of the previous month. */
type Months = { from: string; to: string; before: string; now: Date }

/** The figures of a month, in the time zones of the sites. */
export async function reviewRows(
  db: Db,
  sites: Sites,
  siteId: string | undefined,
  { from, to, before, now }: Months,
): Promise<Omit<NonconformityReview, 'month'>> {
  const local = (instant: unknown) => sql`(${instant}::timestamptz at time zone s.time_zone)`
  const within = (column: unknown, first: string, end: string) =>
    sql`${local(column)} >= ${first}::date and ${local(column)} < ${end}::date`
  const here = sql`${atSites('n.site_id', sites)} ${andIf(siteId, (id) => sql`n.site_id = ${id}`)}`
  const [reportedAt, closedAt] = [sql`n.reported_at`, sql`n.closed_at`]
  const reported = within(reportedAt, from, to)
  const closed = within(closedAt, from, to)
  const end = sql`least(${to}::date, ${local(now)})`
  const open = sql`${local(reportedAt)} < ${end} and (n.closed_at is null or ${local(closedAt)} >= ${end})`
  const sums = await rowOf(db)<Omit<NonconformityReview, 'month' | 'byKind'>>`
    select count(*) filter (where ${reported})::int as reported,
      count(*) filter (where ${reported} and n.harm = 'done')::int as with_harm,
      count(*) filter (where ${reported} and n.kind = 'complaint')::int as complaints,
      count(*) filter (where ${closed})::int as closed,
      percentile_cont(0.5) within group (order by extract(epoch from n.closed_at - n.reported_at) / 86400)
        filter (where ${closed})::float as median_days,
      count(*) filter (where ${open})::int as open,
      count(*) filter (where ${open} and n.due_on < ${end}::date)::int as overdue
    from nonconformity n join site s on s.id = n.site_id where true ${here}`
  const byKind = await rowsOf(db)<NonconformityReview['byKind'][number]>`
    select n.kind, count(*) filter (where ${reported})::int as reported,
      count(*) filter (where ${within(reportedAt, before, from)})::int as month_before
    from nonconformity n join site s on s.id = n.site_id where ${within(reportedAt, before, to)} ${here}
    group by n.kind order by reported desc, month_before desc, n.kind`
  return { ...(sums as NonNullable<typeof sums>), byKind }
}
