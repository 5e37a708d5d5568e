import type { ClinicFigures } from '#contract/clinic-figures.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

/**
 * Figures by facility for these local days: orders that its clinicians placed on a day, and those that staff wrote down for visits of a
 * day, for the facility or for a referrer of it.
 */
export const figuresOfClinics = (
  db: Db,
  sites: Sites,
  { from, to }: { from: string; to: string },
): Promise<ClinicFigures[]> =>
  rowsOf(db)`
    with orders as (
      select o.facility_id, o.site_id, o.visit_id, o.way, o.tests from clinic_order o join site t on t.id = o.site_id
      where (o.ordered_at at time zone t.time_zone)::date between ${from}::date and ${to}::date ${atSites('o.site_id', sites)}
      union all
      select coalesce(w.facility_id, d.facility_id), v.site_id, v.id, 'written', array(
        select distinct coalesce(p.name, x.catalogue_name) from visit_test a join test x on x.code = a.test_code
          left join test_package p on p.code = a.package_code where a.site_id = v.site_id and a.visit_id = v.id)
      from site t
        join visit v on v.site_id = t.id and v.starts_at >= ${from}::date::timestamp at time zone t.time_zone
          and v.starts_at < (${to}::date + 1)::timestamp at time zone t.time_zone and v.status not in ('held', 'cancelled')
        join visit_order w on w.site_id = v.site_id and w.visit_id = v.id
        left join referrer d on d.id = w.referrer_id
      where coalesce(w.facility_id, d.facility_id) is not null ${atSites('t.id', sites)}
        and not exists (select from clinic_order c where c.site_id = v.site_id and c.visit_id = v.id)
    ), ordered as (
      -- An order has the names that its clinician chose. A name that no test has is that of a package.
      select o.facility_id, coalesce(t.name, n.name) as name, count(*)::int as count,
        row_number() over (partition by o.facility_id order by count(*) desc, coalesce(t.name, n.name)) as place
      from orders o cross join unnest(o.tests) n (name)
        left join test t on n.name = any(array[t.catalogue_name, t.label] || t.aliases)
      where t.confidential is not true group by o.facility_id, coalesce(t.name, n.name)
    ), samples as (
      select o.facility_id, s.status, s.rejection_reason as reason from orders o
        join sample s on s.site_id = o.site_id and s.visit_id = o.visit_id and s.aliquot_of is null
    ), released as (
      select o.facility_id, extract(epoch from coalesce(f.released_at, k.released_at) - s.received_at) / 60 as minutes
      from orders o join task k on k.site_id = o.site_id and k.visit_id = o.visit_id and k.released_at is not null
          and k.withdrawn_at is null
        join sample s on s.site_id = k.site_id and s.id = k.sample_id and s.received_at is not null
        left join lateral (select min(r.released_at) as released_at from report r
          where r.site_id = k.site_id and r.visit_id = k.visit_id and r.released_at >= k.completed_at) f on true
    )
    select f.id, f.name, count(*)::int as orders, count(*) filter (where o.way = 'sample')::int as sent,
      count(*) filter (where o.way = 'written')::int as written,
      coalesce((select jsonb_agg(jsonb_build_object('name', d.name, 'count', d.count) order by d.place) from ordered d
        where d.facility_id = f.id and d.place <= 5), '[]') as tests,
      (select count(*) from samples s where s.facility_id = f.id)::int as samples,
      (select count(*) from samples s where s.facility_id = f.id and s.status = 'rejected')::int as rejected,
      coalesce((select jsonb_agg(jsonb_build_object('reason', c.reason, 'count', c.count) order by c.count desc, c.reason)
        from (select s.reason, count(*) as count from samples s where s.facility_id = f.id and s.status = 'rejected'
          group by s.reason) c), '[]') as reasons,
      (select count(*) from released r where r.facility_id = f.id)::int as released,
      (select percentile_cont(0.5) within group (order by r.minutes) from released r where r.facility_id = f.id)::float as median,
      (select percentile_cont(0.9) within group (order by r.minutes) from released r where r.facility_id = f.id)::float as p90
    from orders o join facility f on f.id = o.facility_id
    group by f.id, f.name order by orders desc, f.name`
