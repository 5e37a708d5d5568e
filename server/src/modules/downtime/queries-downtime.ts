import { sql } from 'kysely'
import type { DowntimeForm } from '#contract/downtime.ts'
import { anyRow, type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { bigint, type Order, type Page, type PageQuery, readPage } from '#server/platform/list.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { andIf } from '#server/platform/statement.ts'

/** Statements on downtime forms. */

type Dates = 'printedAt' | 'arrivedAt' | 'collectedAt' | 'receivedAt' | 'settledAt'
export type FormRow = Omit<DowntimeForm, Dates> & {
  printedAt: Date
  arrivedAt: Date | null
  collectedAt: Date | null
  receivedAt: Date | null
  settledAt: Date | null
  accessions: string[]
}

const name = (column: string) => sql`(select full_name from account where id = ${sql.ref(column)})`

const selectForms = sql`
  select f.id, f.number, f.state, f.accessions, f.printed_at, f.arrived_at, f.collected_at, f.settled_at, f.void_reason,
    jsonb_build_object('id', s.id, 'name', s.name, 'timeZone', s.time_zone) as site,
    r.received_at, r.received_by,
    ${name('f.printed_by')} as printed_by, ${name('f.collected_by')} as collected_by, ${name('f.settled_by')} as settled_by,
    (select jsonb_build_object('id', v.id, 'reference', v.reference) from visit v
     where v.site_id = f.site_id and v.id = f.visit_id) as visit
  from downtime_form f join site s on s.id = f.site_id
    left join lateral (select u.received_at, a.full_name as received_by from sample u join account a on a.id = u.received_by
      where u.site_id = f.site_id and u.visit_id = f.visit_id and u.accession = any(f.accessions)
        and u.receipt_entered_at is not null
      order by u.received_at limit 1) r on true`

const latestFirst: Order<FormRow> = { number: bigint('f.number desc') }

type Asked = PageQuery & {
  state?: DowntimeForm['state'] | undefined
  search?: string | undefined
  siteId?: string | undefined
}

export const listFormRows = (
  db: Db,
  sites: Sites,
  { state, search, siteId, ...page }: Asked,
): Promise<Page<FormRow>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<FormRow>`${selectForms}
      where true ${atSites('f.site_id', sites)} ${andIf(state, (one) => sql`f.state = ${one}`)}
        ${andIf(search || null, (one) => sql`f.number::text = ${one}`)} ${andIf(siteId, (one) => sql`f.site_id = ${one}`)}
        and ${after} order by ${by} limit ${limit}`.execute(db),
  )

export const readFormRow = (db: Db, sites: Sites, id: string): Promise<FormRow | null> =>
  rowOf(db)`${selectForms} where f.id = ${id} ${atSites('f.site_id', sites)}`

export const blankForms = (db: Db, sites: Sites, numbers: readonly number[]): Promise<FormRow[]> =>
  rowsOf(
    db,
  )`${selectForms} where f.state = 'blank' and f.number = any(${[...numbers]}::int[]) ${atSites('f.site_id', sites)}
    order by f.number`

/** Returns the numbers of the forms. */
export async function insertForms(
  tx: Db,
  forms: readonly { siteId: string; id: string; accessions: string[]; printedAt: Date; printedBy: string }[],
): Promise<number[]> {
  const rows = await tx
    .insertInto('downtimeForm')
    .values([...forms])
    .returning('number')
    .execute()
  return rows.map(({ number }) => number).sort((one, other) => one - other)
}

type Key = Pick<FormRow, 'id' | 'site'>

/** Locks an entered form until the transaction ends. Returns false if it is not entered. */
export const lockEntered = (tx: Db, { id, site }: Key): Promise<boolean> =>
  anyRow(
    tx,
  )`select from downtime_form where site_id = ${site.id} and id = ${id} and state = 'entered' for update`

/** Locks a blank form until the transaction ends. Returns false if it is no longer blank. */
export const lockBlank = (tx: Db, { id, site }: Key): Promise<boolean> =>
  anyRow(
    tx,
  )`select from downtime_form where site_id = ${site.id} and id = ${id} and state = 'blank' for update`

type Entered = { visitId: string; arrivedAt: Date; collectedAt: Date; collectedBy: string }
type Settled = { settledAt: Date; settledBy: string }

export const setEntered = (tx: Db, { id, site }: Key, entered: Entered & Settled) =>
  tx
    .updateTable('downtimeForm')
    .set({ state: 'entered', ...entered })
    .where((form) => form.and({ siteId: site.id, id }))
    .execute()

export const setVoid = (tx: Db, { id, site }: Key, settled: Settled & { voidReason: string }) =>
  tx
    .updateTable('downtimeForm')
    .set({ state: 'void', ...settled })
    .where((form) => form.and({ siteId: site.id, id }))
    .execute()
