import type pg from 'pg'

/** Chair days whose summary differs from their visits. */
export async function chairDaysAstray(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select site_id, day, chair, noted.taken::text as noted, visits.taken::text as visits
     from (select site_id, day, chair, taken from chair_day where not isempty(taken)) noted
     full join (
       select site_id, (starts_at at time zone 'UTC')::date as day, chair,
         range_agg(int4range(
           (extract(epoch from starts_at at time zone 'UTC' - date_trunc('day', starts_at at time zone 'UTC')) / 60)::int,
           (extract(epoch from upper(during) at time zone 'UTC' - date_trunc('day', starts_at at time zone 'UTC')) / 60)::int
         )) as taken
       from visit where status in ('booked', 'arrived', 'collected', 'in_progress', 'completed') and chair is not null
       group by 1, 2, 3
     ) visits using (site_id, day, chair)
     where noted.taken is distinct from visits.taken`,
  )
  return rows
}
