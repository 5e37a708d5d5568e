import { type RawBuilder, sql } from 'kysely'

/**
 * Computes the sums of single days from the rows: for the job that stores them, and for days without current sums. Both use the same
 * SQL, so that they agree. `days` has a row for each day: site_id, day, lo and hi (its instants), zone.
 */

type Sql = RawBuilder<unknown>

/** The requested days with their local bounds. */
export const daysOf = (wanted: readonly { siteId: string; day: string }[]): Sql => sql`
  days as materialized (
    select s.id as site_id, w.day, s.time_zone as zone, w.day::timestamp at time zone s.time_zone as lo,
      (w.day + 1)::timestamp at time zone s.time_zone as hi
    from unnest(${wanted.map(({ siteId }) => siteId)}::uuid[], ${wanted.map(({ day }) => day)}::date[]) w (site_id, day)
      join site s on s.id = w.site_id)`

const rankOfVisit = sql`case v.priority when 'high' then 0 when 'normal' then 1 else 2 end`

/** Counts for all tests together, under the empty code, and for each test. */
const visits = sql`
  select d.site_id, d.day, 'visit' as figure, of.test_code, ${rankOfVisit} as rank,
    visit_class(v.status) || case when v.walk_in then ' walk-in' else ' appointment' end as label, count(*) as n
  from days d
    join visit v on v.site_id = d.site_id and v.starts_at >= d.lo and v.starts_at < d.hi and v.status <> 'held'
    cross join lateral (select '' as test_code union all
      select test_code from visit_test t where t.site_id = v.site_id and t.visit_id = v.id) of
  group by 1, 2, 4, 5, 6`

/** Primary samples, at their times of collection and of rejection. */
const samples = (figure: 'collected' | 'rejected') => {
  const at = sql.ref(`s.${figure}_at`)
  return sql`
  select d.site_id, d.day, ${sql.lit(figure)}, of.test_code, coalesce(work.rank, 2),
    ${figure === 'rejected' ? sql`s.rejection_reason` : sql`''`}, count(*)
  from days d
    -- Held together: joined freely, the whole index of rejections is read for one day.
    cross join lateral (select s.site_id, s.id, s.rejection_reason from sample s where s.site_id = d.site_id
      and ${at} >= d.lo and ${at} < d.hi and ${at} is not null and s.aliquot_of is null offset 0) s
    cross join lateral (select min(k.rank) as rank, array_agg(k.test_code) as codes from task k
      where k.site_id = s.site_id and k.sample_id = s.id) work
    cross join lateral (select '' as test_code union all select unnest(work.codes)) of
  group by 1, 2, 4, 5, 6`
}

/**
 * Whether the results of a task are positive or flagged. Each result is compared with the version of the interval that it was
 * judged by, so that a change of the catalogue does not change past figures. Figures have no results of confidential tests: a count of one
 * would identify the patient.
 */
export const judged = sql`
  judged as materialized (
    select i.analyte_code, i.version,
      not exists (select from unnest(i.normal_options) answer where not says_absent(answer)) as absent
    from interval_version i join analyte a on a.code = i.analyte_code
    where i.normal_options is not null and a.kind in ('coded', 'ordinal'))`

export const findingsOf = (task: 'k'): Sql => sql`
  select count(*) > 0 as reported, coalesce(bool_or(r.flag <> ''), false) as flagged,
    coalesce(bool_and(j.absent) filter (where j.absent is not null)
      and bool_or(j.absent and not says_nothing(r.text)), false) as tested,
    coalesce(bool_and(j.absent) filter (where j.absent is not null)
      and bool_or(j.absent and not says_nothing(r.text) and r.flag in ('A', 'AA')), false) as positive
  from result r left join judged j on j.analyte_code = r.analyte_code and j.version = r.interval_version
  where r.site_id = ${sql.ref(`${task}.site_id`)} and r.task_id = ${sql.ref(`${task}.id`)}
    and not (select c.confidential from test c where c.code = ${sql.ref(`${task}.test_code`)})`

const releasedInDay = sql`days d
    join task k on k.site_id = d.site_id and k.first_released_at >= d.lo and k.first_released_at < d.hi
      and k.first_released_at is not null`

const findings = sql`
  select site_id, day, figure, test_code, rank, '', n
  from (
    select d.site_id, d.day, k.test_code, k.rank, count(*) as released,
      count(*) filter (where k.first_released_at <= k.due_at) as in_time,
      count(*) filter (where f.reported) as reported, count(*) filter (where f.flagged) as flagged,
      count(*) filter (where f.tested) as tested, count(*) filter (where f.positive) as positive
    from ${releasedInDay} cross join lateral (${findingsOf('k')}) f
    group by 1, 2, 3, 4) sums
  cross join lateral (values ('released', released), ('in_time', in_time), ('reported', reported),
    ('flagged', flagged), ('tested', tested), ('positive', positive)) of (figure, n)
  where n > 0`

const staffAtBench = sql`
  select d.site_id, d.day, 'staff_collected', '', -1, s.collected_by::text, count(*)
  from days d join sample s on s.site_id = d.site_id and s.collected_at >= d.lo and s.collected_at < d.hi
    and s.aliquot_of is null
  group by 1, 2, 6
  union all
  select d.site_id, d.day, 'staff_completed', '', -1, k.completed_by::text, count(*)
  from days d join task k on k.site_id = d.site_id and k.completed_at >= d.lo and k.completed_at < d.hi
    and k.status = 'completed'
  group by 1, 2, 6
  union all
  select d.site_id, d.day, 'staff_released', '', -1, k.released_by::text, count(*)
  from ${releasedInDay} where k.released_by is not null
  group by 1, 2, 6`

/** In seconds. Services whose end is unknown are counted without a duration. */
const staffAtDesk = sql`
  select t.site_id, t.day, of.figure, '', -1, t.staff_id::text, sum(of.n)
  from days d join ticket t on t.site_id = d.site_id and t.day = d.day and t.status = 'finished' and t.staff_id is not null
    cross join lateral (values ('staff_served', 1), ('staff_serving', case when t.end_seen and t.called_at is not null
      then greatest(0, round(extract(epoch from t.ended_at - t.called_at))) else 0 end)) of (figure, n)
  group by 1, 2, 3, 6 having sum(of.n) > 0
  union all
  select site_id, day, 'staff_desk', '', -1, account_id::text, sum(round(extract(epoch from until - at)))
  from (
    select d.site_id, d.day, e.account_id, e.kind, e.at,
      lead(e.at) over (partition by d.site_id, d.day, e.desk order by e.seq) as until
    from days d join queue_event e on e.site_id = d.site_id and e.at >= d.lo and e.at < d.hi and e.ticket_id is null
      and e.kind in ('opened', 'resumed', 'paused', 'closed')) spells
  where kind in ('opened', 'resumed') and until is not null and account_id is not null
  group by 1, 2, 6 having sum(round(extract(epoch from until - at))) > 0`

/** Splits an interval into seconds by local hour of the day; time outside the day is left out. */
const byHour = (figure: string, stretches: Sql) => sql`
  select site_id, day, ${sql.lit(figure)}, '', -1,
    extract(dow from day)::int || ' ' || lpad(hour::text, 2, '0'), sum(seconds)
  from (
    select x.site_id, x.day, hour, round(extract(epoch from
      least(x.until, (x.day + make_interval(hours => hour + 1)) at time zone x.zone)
      - greatest(x.since, (x.day + make_interval(hours => hour)) at time zone x.zone))) as seconds
    from (${stretches}) x
      cross join generate_series(extract(hour from x.since at time zone x.zone)::int,
        case when (x.until at time zone x.zone)::date > x.day then 23
          else extract(hour from x.until at time zone x.zone)::int end) hour) parts
  where seconds > 0 group by 1, 2, 6`

const chairs = sql`${byHour(
  'chair_booked',
  sql`select d.site_id, d.day, d.zone, v.starts_at as since, v.ends_at as until
    from days d join visit v on v.site_id = d.site_id and v.starts_at >= d.lo and v.starts_at < d.hi
    where v.chair is not null and takes_chair(v.status)`,
)} union all ${byHour(
  'chair_served',
  sql`select d.site_id, d.day, d.zone, t.called_at as since, t.ended_at as until
    from days d join ticket t on t.site_id = d.site_id and t.day = d.day
      join chair c on c.site_id = t.site_id and c.number = t.desk
    where t.status = 'finished' and t.end_seen and t.called_at >= d.lo and t.called_at < d.hi`,
)}`

const waits = sql`
  select site_id, day, figure, '', -1, class, n
  from (
    select t.site_id, t.day, w.class, count(*) as called, count(w.shown_low) as told,
      count(*) filter (where o.waited between w.shown_low and w.shown_high) as within,
      count(*) filter (where o.waited > w.shown_high) as longer,
      sum(w.shown_high - w.shown_low) as width,
      sum(round(abs(o.waited - w.median) * 60)) filter (where w.shown_low is not null) as error,
      sum(round((o.waited - w.median) * 60)) filter (where w.shown_low is not null) as bias
    from days d join ticket t on t.site_id = d.site_id and t.day = d.day and t.called_at is not null and t.skips = 0
      join wait_told w on w.site_id = t.site_id and w.ticket_id = t.id
      cross join lateral (select extract(epoch from t.called_at - w.told_at)::float8 / 60 as waited) o
    group by 1, 2, 3) sums
  cross join lateral (values ('wait_called', called::numeric), ('wait_told', told), ('wait_within', within),
    ('wait_longer', longer), ('wait_width', width), ('wait_error', error::numeric), ('wait_bias', bias::numeric))
    of (figure, n)
  where n <> 0`

/** site_id, day, figure, test_code, rank, label, n. Needs `days` and `judged`. */
export const countsOfDays = sql`${visits} union all ${samples('collected')} union all ${samples('rejected')}
  union all ${findings} union all ${staffAtBench} union all ${staffAtDesk} union all ${chairs} union all ${waits}`

/**
 * The steps of each task and their durations. An analysis that was written on a downtime form ends when it was measured. The wait is
 * that of the latest ticket called in the 12 hours before the collection: a repeat collection does not count the first wait.
 */
export const stepsOf = sql`
  left join sample s on s.site_id = k.site_id and s.id = k.sample_id
  left join lateral (select t.arrived_at, t.called_at from ticket t
    where t.site_id = k.site_id and t.visit_id = k.visit_id and t.called_at <= s.collected_at
      and t.called_at > s.collected_at - interval '12 hours'
    order by t.called_at desc limit 1) q on true
  cross join lateral (values
    ('total', k.first_released_at - s.collected_at), ('wait', q.called_at - q.arrived_at),
    ('collection', s.collected_at - q.called_at), ('transport', s.received_at - s.collected_at),
    ('analysis', coalesce(k.measured_at, k.completed_at) - s.received_at),
    ('release', k.first_released_at - coalesce(k.measured_at, k.completed_at))) of (step, lasted)`

/** site_id, day, test_code, rank, step, bucket, n. Needs `days`. */
export const timesOfDays = sql`
  select d.site_id, d.day, k.test_code, k.rank, of.step, time_bucket(of.lasted) as bucket, count(*) as n
  from ${releasedInDay} ${stepsOf}
  where of.lasted is not null
  group by 1, 2, 3, 4, 5, 6`
