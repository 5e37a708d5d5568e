import type { Antibiogram } from '#contract/antibiogram.ts'
import type { CultureSpecimen } from '#contract/susceptibility.ts'
import { type Db, rowOf } from '#server/platform/database.ts'

export type Asked = {
  siteIds: readonly string[]
  from: string
  to: string
  specimen?: CultureSpecimen | undefined
}

/**
 * The first isolate of each person and organism in the period, from final results only, independent of specimen and antibiogram, as
 * CLSI M39 recommends (summarised at https://pmc.ncbi.nlm.nih.gov/articles/PMC9580356/table/T1). Joined records are one person.
 */
export async function countIsolates(db: Db, { siteIds, from, to, specimen }: Asked): Promise<Antibiogram> {
  const row = await rowOf(db)<Antibiogram>`
    with found as (
      select l.site_id, l.task_id, l.number, l.organism_code,
        row_number() over (partition by current_person(v.person_id), l.organism_code
          order by s.collected_at, l.task_id, l.number) = 1 as is_first
      from sample s join site i on i.id = s.site_id
        join task k on k.site_id = s.site_id and k.sample_id = s.id and k.released_at is not null and k.withdrawn_at is null
        join culture c on c.site_id = k.site_id and c.task_id = k.id and c.stage = 'final'
        join culture_test ct on ct.test_code = k.test_code
        join visit v on v.site_id = k.site_id and v.id = k.visit_id
        join isolate l on l.site_id = k.site_id and l.task_id = k.id
      where s.site_id = any(${[...siteIds]}::uuid[])
        and s.collected_at >= ${from}::date::timestamp at time zone i.time_zone
        and s.collected_at < (${to}::date + 1)::timestamp at time zone i.time_zone
        and (${specimen ?? null}::text is null or ct.specimen = ${specimen ?? null})
    ), counted as (
      select f.organism_code, u.antibiotic_code, count(*)::int as tested,
        (count(*) filter (where u.category = 'S'))::int as susceptible
      from found f join susceptibility u on u.site_id = f.site_id and u.task_id = f.task_id and u.number = f.number
      where f.is_first and u.category is not null
      group by f.organism_code, u.antibiotic_code
    ), by_organism as (
      select organism_code, count(*)::int as isolates from found where is_first group by organism_code
    )
    select (select count(*)::int from found where not is_first) as repeats,
      coalesce((select jsonb_agg(jsonb_build_object('code', o.code, 'name', o.name, 'isolates', b.isolates,
          'antibiotics', coalesce((
            select jsonb_agg(jsonb_build_object('code', a.code, 'name', a.name, 'tested', c.tested,
              'susceptible', c.susceptible) order by a.name)
            from counted c join antibiotic a on a.code = c.antibiotic_code where c.organism_code = o.code), '[]'))
          order by b.isolates desc, o.name)
        from by_organism b join organism o on o.code = b.organism_code), '[]') as organisms`
  if (!row) throw new Error('A query without from gives a row')
  return row
}
