import { sql } from 'kysely'
import type { SentBox, SentBoxDetail } from '#contract/referrals.ts'
import type { TransportState } from '#contract/transport.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

/** Statements on boxes for other laboratories, and on the tasks of their tubes. */

type Key = { siteId: string; id: string }

const columns = sql`m.id, m.code, l.name as laboratory, m.transport, m.made_at, m.left_at, m.arrived_at, m.closed_at, c.tubes, c.wrong`
const tables = sql`manifest m join referral_laboratory l on l.id = m.laboratory_id
  cross join lateral (select count(*) filter (where t.state <> 'removed')::int as tubes,
    count(*) filter (where t.state in ('missing', 'spoilt'))::int as wrong
    from manifest_tube t where t.site_id = m.site_id and t.manifest_id = m.id) c`

const latestFirst: Order<SentBox> = { id: uuid('m.id desc') }

export const pageOfBoxes = (db: Db, sites: Sites, page: PageQuery): Promise<Page<SentBox>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<SentBox>`select ${columns} from ${tables} where true ${atSites('m.site_id', sites)} and ${after}
      order by ${by} limit ${limit}`.execute(db),
  )

/** `sex` and `age` are for the packing list: the other laboratory needs them for its reference intervals. */
export type BoxRow = Omit<SentBoxDetail, 'list'> & {
  siteId: string
  timeZone: string
  address: string
  list: (Omit<SentBoxDetail['list'][number], 'collectedAt'> & {
    collectedAt: string
    sex: string
    age: number
  })[]
}

export const readBox = (db: Db, sites: Sites, id: string): Promise<BoxRow | null> =>
  rowOf(
    db,
  )`select ${columns}, m.site_id, e.name as site, e.time_zone, a.full_name as made_by, m.courier, m.tracking_number,
      m.left_celsius::float as left_celsius, l.address,
      (select jsonb_agg(jsonb_build_object('accession', t.accession, 'specimen', s.specimen, 'tube', s.tube,
          'collectedAt', s.collected_at, 'state', t.state, 'reason', t.reason, 'sex', v.gender, 'age', v.age,
          'tests', array(select x.name from referral f join task k on k.site_id = f.site_id and k.id = f.task_id
            join test x on x.code = k.test_code
            where f.site_id = m.site_id and f.manifest_id = m.id and f.accession = t.accession order by x.position)) order by t.accession)
        from manifest_tube t join sample s on s.site_id = t.site_id and s.accession = t.accession
          join visit v on v.site_id = s.site_id and v.id = s.visit_id
        where t.site_id = m.site_id and t.manifest_id = m.id) as list
    from ${tables} join site e on e.id = m.site_id join account a on a.id = m.made_by
    where m.id = ${id} ${atSites('m.site_id', sites)}`

/** Packs the waiting tasks of these tubes, each the tube of the tasks or an aliquot of it. Returns the packed tubes. */
export const packTasks = (
  tx: Db,
  { siteId, id }: Key,
  laboratoryId: string,
  accessions: readonly string[],
): Promise<{ accession: string }[]> =>
  rowsOf(tx)`
    with chosen as (
      select f.site_id, f.task_id, min(x.accession) as accession
      from sample x join task k on k.site_id = x.site_id and k.sample_id = coalesce(x.aliquot_of, x.id) and k.withdrawn_at is null
        join sample s on s.site_id = k.site_id and s.id = k.sample_id and s.status = 'received'
        join referral f on f.site_id = k.site_id and f.task_id = k.id
      where x.site_id = ${siteId} and x.accession = any(${[...accessions]}::text[]) and x.status = 'received'
        and f.laboratory_id = ${laboratoryId} and f.manifest_id is null
      group by f.site_id, f.task_id
    )
    update referral f set manifest_id = ${id}, accession = c.accession from chosen c
    where f.site_id = c.site_id and f.task_id = c.task_id and f.manifest_id is null
    returning c.accession`

/** The sites and temperatures of the tubes among these that wait to be sent to a laboratory. A tube travels as cold as any test asks. */
export const kindsOfTubes = (
  db: Db,
  sites: Sites,
  laboratoryId: string,
  accessions: readonly string[],
): Promise<{ siteId: string; transport: TransportState }[]> =>
  rowsOf(db)`
    select distinct site_id, transport from (
      select x.site_id, min(f.transport) as transport
      from sample x join task k on k.site_id = x.site_id and k.sample_id = coalesce(x.aliquot_of, x.id) and k.withdrawn_at is null
        join referral f on f.site_id = k.site_id and f.task_id = k.id
      where x.accession = any(${[...accessions]}::text[]) and f.laboratory_id = ${laboratoryId} and f.manifest_id is null
        ${atSites('x.site_id', sites)} group by x.site_id, x.id) tube`

/** Sets when the reports of a box are due, at its handover. */
export const setSent = (tx: Db, { siteId, id }: Key, now: Date) =>
  sql`update referral set sent_at = ${now}, due_at = ${now}::timestamptz + make_interval(days => days)
    where site_id = ${siteId} and manifest_id = ${id}`.execute(tx)

/** Returns the tasks of these tubes to those that wait to be sent, unless their report is entered. */
export const returnToSend = (tx: Db, { siteId, id }: Key, accessions: readonly string[]) =>
  sql`update referral set manifest_id = null, accession = null, sent_at = null, due_at = null
    where site_id = ${siteId} and manifest_id = ${id} and accession = any(${[...accessions]}::text[]) and returned_at is null`.execute(
    tx,
  )
