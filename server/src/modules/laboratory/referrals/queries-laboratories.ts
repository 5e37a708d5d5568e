import { type Insertable, sql } from 'kysely'
import type { ReferralFigures, ReferralLaboratory } from '#contract/referrals.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { ReferralTest, ReferralLaboratory as Row } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

/** Statements on referral laboratories, and figures about them. */

const tests = sql<ReferralLaboratory['tests']>`coalesce((
  select jsonb_agg(jsonb_build_object('test', t.code, 'name', t.catalogue_name, 'transport', u.transport, 'days', u.days) order by t.position)
  from referral_test u join test t on t.code = u.test_code where u.laboratory_id = l.id), '[]')`

export const readLaboratories = (db: Db, sites: Sites, now: Date): Promise<ReferralLaboratory[]> =>
  rowsOf(
    db,
  )`select l.*, ${tests} as tests, coalesce(c.to_send, 0) as to_send, coalesce(c.awaited, 0) as awaited,
      coalesce(c.late, 0) as late
    from referral_laboratory l left join (
      select f.laboratory_id, count(distinct k.sample_id) filter (where f.manifest_id is null)::int as to_send,
        count(*) filter (where f.sent_at is not null)::int as awaited, count(*) filter (where f.due_at < ${now})::int as late
      from referral f join task k on k.site_id = f.site_id and k.id = f.task_id and k.withdrawn_at is null
      where f.returned_at is null ${atSites('f.site_id', sites)} group by f.laboratory_id) c on c.laboratory_id = l.id
    where l.ended_at is null order by lower(l.name)`

export const readLaboratory = (
  db: Db,
  id: string,
): Promise<Omit<ReferralLaboratory, 'toSend' | 'awaited' | 'late'> | null> =>
  rowOf(db)`select l.*, ${tests} as tests from referral_laboratory l where l.id = ${id}`

export const insertLaboratory = (tx: Db, row: Insertable<Row>) =>
  tx.insertInto('referralLaboratory').values(row).execute()

/** Returns false if the laboratory has changed since `version`. */
export const writeLaboratory = (
  tx: Db,
  id: string,
  version: number,
  change: Partial<Omit<Insertable<Row>, 'id' | 'version'>>,
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('referralLaboratory')
      .set({ ...change, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version),
  )

/** @throws a unique violation of `referral_test_pkey` if another laboratory does one of the tests */
export async function replaceTests(
  tx: Db,
  laboratoryId: string,
  rows: readonly Omit<Insertable<ReferralTest>, 'laboratoryId'>[],
): Promise<void> {
  await tx.deleteFrom('referralTest').where('laboratoryId', '=', laboratoryId).execute()
  if (rows.length === 0) return
  await tx
    .insertInto('referralTest')
    .values(rows.map((row) => ({ ...row, laboratoryId })))
    .execute()
}

const middle = (of: number) =>
  sql`round((percentile_cont(${sql.lit(of)}) within group (order by hours))::numeric, 1)::float`

/** Figures by laboratory for tasks sent on these local days, then for own tasks received on these days. */
export const figuresOfReferrals = (
  db: Db,
  sites: Sites,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<ReferralFigures[]> =>
  rowsOf(db)`
    with days as (
      select id, (${from}::date)::timestamp at time zone time_zone as first, (${to}::date + 1)::timestamp at time zone time_zone as last
      from site where true ${atSites('id', sites)}
    ), theirs as (
      select f.laboratory_id as id, coalesce(f.returned_at, ${now}) > f.due_at as late,
        extract(epoch from f.returned_at - f.sent_at) / 3600 as hours
      from days d join referral f on f.site_id = d.id and f.sent_at >= d.first and f.sent_at < d.last
        join task k on k.site_id = f.site_id and k.id = f.task_id and k.withdrawn_at is null
    ), ours as (
      select coalesce(k.completed_at, ${now}) > k.due_at as late, extract(epoch from k.completed_at - s.received_at) / 3600 as hours
      from days d join sample s on s.site_id = d.id and s.received_at >= d.first and s.received_at < d.last
        join task k on k.site_id = s.site_id and k.sample_id = s.id and k.withdrawn_at is null
      where not exists (select from referral f where f.site_id = k.site_id and f.task_id = k.id)
    )
    select l.id, l.name, count(*)::int as tests, count(hours)::int as reported, (count(*) filter (where late))::int as late,
      ${middle(0.5)} as median, ${middle(0.9)} as p90
    from theirs join referral_laboratory l using (id) group by l.id, l.name
    union all
    select null, '', count(*)::int, count(hours)::int, (count(*) filter (where late))::int, ${middle(0.5)}, ${middle(0.9)} from ours
    order by 1 nulls last`
