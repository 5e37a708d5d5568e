import { type Insertable, sql, type Updateable } from 'kysely'
import type { Dhis2State } from '#contract/dhis2-states.ts'
import { anyRow, type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { instant, type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { Dhis2Sending } from '#server/platform/schema.gen.ts'
import { atSites, isAtSites, type Sites } from '#server/platform/site-scope.ts'
import { andIf } from '#server/platform/statement.ts'

/** Statements on what is sent to DHIS2. */

export type Figure = {
  line: string
  name: string
  dataElement: string
  categoryOptionCombo: string | null
  count: number
}
export type Conflict = { object: string; says: string }

/** Plans a sending. Returns false if another one of the month and the site waits. */
export const planSending = (tx: Db, row: Insertable<Dhis2Sending>): Promise<boolean> =>
  wroteRow(
    tx
      .insertInto('dhis2Sending')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['siteId', 'month'])
          .where(sql<boolean>`state in ('planned', 'sending')`)
          .doNothing(),
      ),
  )

export type SendingRow = {
  id: string
  site: string
  month: string
  dryRun: boolean
  state: Dhis2State
  askedBy: string | null
  askedAt: Date
  settledAt: Date | null
  attempts: number
  dueAt: Date | null
  status: number | null
  imported: number | null
  updated: number | null
  ignored: number | null
  deleted: number | null
  error: string
}

const columns = sql`d.id, s.name as site, d.month, d.dry_run, d.state, a.full_name as asked_by, d.asked_at, d.settled_at, d.attempts,
  case when d.state = 'planned' then d.due_at end as due_at, d.status, d.imported, d.updated, d.ignored, d.deleted, d.error`
const tables = sql`dhis2_sending d join site s on s.id = d.site_id left join account a on a.id = d.asked_by`
const latestFirst: Order<SendingRow> = { askedAt: instant('d.asked_at desc'), id: uuid('d.id desc') }

export const listSendingRows = (
  db: Db,
  sites: Sites,
  { state, ...page }: PageQuery & { state?: Dhis2State | undefined },
): Promise<Page<SendingRow>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<SendingRow>`select ${columns} from ${tables}
      where ${isAtSites('d.site_id', sites)} ${andIf(state, (one) => sql`d.state = ${one}`)} and ${after}
      order by ${by} limit ${limit}`.execute(db),
  )

export type SendingDetail = SendingRow & {
  orgUnit: string
  dataSet: string
  attributeOptionCombo: string | null
  figures: Figure[]
  conflicts: Conflict[]
}

export const findSending = (db: Db, sites: Sites, id: string): Promise<SendingDetail | null> =>
  rowOf(db)`select ${columns}, d.org_unit, d.data_set, d.attribute_option_combo, d.figures, d.conflicts
    from ${tables} where d.id = ${id} ${atSites('d.site_id', sites)}`

/** The lines among these that the reader may not see. */
export async function hiddenLines(db: Db, reader: string, lines: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(db)<{
    id: string
  }>`select l.id from dhis2_line l join test t on t.code = l.test_code
    where l.id = any(${[...lines]}::uuid[]) and not sees_test(${reader}::uuid, t)`
  return rows.map(({ id }) => id)
}

export type LastSent = { siteId: string; figures: Figure[]; settledAt: Date }

/** What DHIS2 accepted last of a month, whole or partly, by site. */
export const lastSent = (db: Db, month: string, sites: readonly string[]): Promise<LastSent[]> =>
  rowsOf(db)`select distinct on (site_id) site_id, figures, settled_at from dhis2_sending
    where month = ${month} and site_id = any(${[...sites]}::uuid[]) and state in ('accepted', 'partly') and not dry_run
    order by site_id, asked_at desc, id desc`

/** The sites whose figures of a month wait or are being sent. */
export async function waitingSites(db: Db, month: string): Promise<string[]> {
  const rows = await rowsOf(db)<{ siteId: string }>`
    select site_id from dhis2_sending where month = ${month} and state in ('planned', 'sending')`
  return rows.map(({ siteId }) => siteId)
}

/** Whether the figures of a month of a site were ever asked to be sent. */
export const wasAsked = (db: Db, siteId: string, month: string): Promise<boolean> =>
  anyRow(
    db,
  )`select id from dhis2_sending where site_id = ${siteId} and month = ${month} and not dry_run limit 1`

export type ClaimedSending = {
  id: string
  attempts: number
  month: string
  dryRun: boolean
  orgUnit: string
  dataSet: string
  attributeOptionCombo: string | null
  figures: Figure[]
}

/** Claims a due sending until `until`: after that, another process takes over that of one that died. */
export const claimSending = (db: Db, now: Date, until: Date): Promise<ClaimedSending | null> =>
  rowOf(db)`
    update dhis2_sending d set state = 'sending', attempts = d.attempts + 1, due_at = ${until}::timestamptz
    where d.id = (select id from dhis2_sending where state in ('planned', 'sending') and due_at <= ${now}::timestamptz
      order by due_at, id limit 1 for update skip locked)
    returning d.id, d.attempts, d.month, d.dry_run, d.org_unit, d.data_set, d.attribute_option_combo, d.figures`

/** Stores the outcome of an attempt. Returns false if another process has taken the sending over. */
export const settleSending = (
  db: Db,
  { id, attempts }: Pick<ClaimedSending, 'id' | 'attempts'>,
  outcome: Updateable<Dhis2Sending>,
): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('dhis2Sending')
      .set(outcome)
      .where((row) => row.and({ id, attempts, state: 'sending' })),
  )
