import { sql } from 'kysely'
import type { Referral, ReferralState, ReferredTube } from '#contract/referrals.ts'
import type { TransportState } from '#contract/transport.ts'
import { anyRow, type Db, rowsOf } from '#server/platform/database.ts'
import { instant, type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { andIf } from '#server/platform/statement.ts'
import type { TaskKey } from '../tasks/queries-tasks.ts'

/** Statements on tasks that other laboratories do. */

/** Refers a task that is neither started nor packed. Returns false if it is. */
export const setReferral = (
  tx: Db,
  { siteId, id }: TaskKey,
  { laboratoryId, transport }: { laboratoryId: string; transport: TransportState },
): Promise<boolean> =>
  anyRow(tx)`insert into referral (site_id, task_id, laboratory_id, transport, days)
    select k.site_id, k.id, l.id, ${transport}, coalesce(u.days, l.days)
    from task k join referral_laboratory l on l.id = ${laboratoryId} and l.ended_at is null
      left join referral_test u on u.test_code = k.test_code and u.laboratory_id = l.id
    where k.site_id = ${siteId} and k.id = ${id} and k.status = 'pending' and k.withdrawn_at is null
    on conflict (site_id, task_id) do update
      set laboratory_id = excluded.laboratory_id, transport = excluded.transport, days = excluded.days
      where referral.manifest_id is null
    returning 1`

/** Ends the referral of a task. Returns false if it is packed or not referred. */
export const removeReferral = (tx: Db, { siteId, id }: TaskKey): Promise<boolean> =>
  anyRow(
    tx,
  )`delete from referral where site_id = ${siteId} and task_id = ${id} and manifest_id is null returning 1`

/** Received tubes with tasks that wait to be sent to a laboratory. */
export const tubesFor = (db: Db, sites: Sites, laboratoryId: string): Promise<ReferredTube[]> =>
  rowsOf(db)`select s.accession, s.site_id, v.full_name as patient, s.specimen, s.tube, s.collected_at,
      min(f.transport) as transport, array_agg(t.name order by t.position) as tests,
      array(select a.accession from sample a where a.site_id = s.site_id and a.aliquot_of = s.id and a.status = 'received'
        order by a.accession) as aliquots
    from referral f join task k on k.site_id = f.site_id and k.id = f.task_id and k.withdrawn_at is null
      join sample s on s.site_id = k.site_id and s.id = k.sample_id and s.status = 'received'
      join visit v on v.site_id = k.site_id and v.id = k.visit_id
      join test t on t.code = k.test_code
    where f.laboratory_id = ${laboratoryId} and f.manifest_id is null ${atSites('f.site_id', sites)}
    group by s.site_id, s.id, v.full_name order by s.accession limit 500`

const state = (now: Date) => sql<ReferralState>`case when f.returned_at is not null then 'returned'
  when f.due_at < ${now}::timestamptz then 'late' when f.sent_at is not null then 'awaited'
  when f.manifest_id is not null then 'packed' else 'to_send' end`

type ReferralRow = Referral & { orderAt: Date }
const firstDue: Order<ReferralRow> = {
  orderAt: instant(`coalesce(f.due_at, k.created_at)`),
  id: uuid('k.id'),
}

export const pageOfReferrals = (
  db: Db,
  sites: Sites,
  now: Date,
  {
    state: wanted,
    laboratoryId,
    ...page
  }: PageQuery & { state?: ReferralState | undefined; laboratoryId?: string | undefined },
): Promise<Page<ReferralRow>> =>
  readPage(page, firstDue, ({ after, by, limit }) =>
    sql<ReferralRow>`
    select k.id, t.name as test, s.accession, v.full_name as patient, l.name as laboratory, ${state(now)} as state,
      case when m.id is not null then jsonb_build_object('id', m.id, 'code', m.code) end as box,
      f.sent_at, f.due_at, f.returned_at, coalesce(f.due_at, k.created_at) as order_at
    from referral f join task k on k.site_id = f.site_id and k.id = f.task_id and k.withdrawn_at is null
      join referral_laboratory l on l.id = f.laboratory_id
      join test t on t.code = k.test_code
      join sample s on s.site_id = k.site_id and s.id = k.sample_id
      join visit v on v.site_id = k.site_id and v.id = k.visit_id
      left join manifest m on m.site_id = f.site_id and m.id = f.manifest_id
    where ${wanted && wanted !== 'awaited' ? sql`${state(now)} = ${wanted}` : sql`f.sent_at is not null and f.returned_at is null`}
      ${andIf(laboratoryId, (id) => sql`f.laboratory_id = ${id}::uuid`)} ${atSites('f.site_id', sites)} and ${after}
    order by ${by} limit ${limit}`.execute(db),
  )
