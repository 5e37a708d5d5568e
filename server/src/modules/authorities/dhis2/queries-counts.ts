import { type Db, rowsOf } from '#server/platform/database.ts'

/** Counts of released results. */

/** What a line counts: tests with a value of `values`, or a flagged one; null: any. */
export type Counted = {
  id: string
  testCode: string
  analyteCode: string | null
  values: readonly string[] | null
  onlyFlagged: boolean
  gender: string | null
  fromAge: number | null
  toAge: number | null
}

export type Count = { id: string; count: number; of: number }

/**
 * Counts for each line the tests that were first released in a month at a site, by the latest version of their report: a correction
 * counts as corrected, a result that was withdrawn not at all, and an interim result of a culture not yet. A month is that of the time
 * zone of the site. The age is in completed years on the day of collection.
 */
export const countReleased = (
  db: Db,
  siteId: string,
  month: string,
  lines: readonly Counted[],
): Promise<Count[]> =>
  rowsOf(db)`
    with line as (
      select * from jsonb_to_recordset(${JSON.stringify(
        lines.map(({ id, testCode, analyteCode, values, onlyFlagged, gender, fromAge, toAge }) => ({
          ...{
            id,
            test_code: testCode,
            analyte_code: analyteCode,
            wanted: values,
            only_flagged: onlyFlagged,
          },
          ...{ gender, from_age: fromAge, to_age: toAge },
        })),
      )}::jsonb)
        as l(id uuid, test_code text, analyte_code text, wanted jsonb, only_flagged boolean, gender text, from_age int, to_age int)
    ), tested as (
      select k.test_code, p.sex as gender, e.value -> 'results' as results,
        extract(year from age((u.collected_at at time zone s.time_zone)::date, p.birth_date))::int as age
      from site s
        join task k on k.site_id = s.id and k.withdrawn_at is null
          and k.first_released_at >= (${month} || '-01')::date::timestamp at time zone s.time_zone
          and k.first_released_at < ((${month} || '-01')::date + interval '1 month')::timestamp at time zone s.time_zone
        join test t on t.code = k.test_code
        join sample u on u.site_id = k.site_id and u.id = k.sample_id
        join visit v on v.site_id = k.site_id and v.id = k.visit_id
        join person p on p.id = current_person(v.person_id)
        cross join lateral (select r.content from (
            select r.version, r.content from report r where not t.confidential and r.site_id = k.site_id and r.visit_id = k.visit_id
            union all
            select r.version, r.content from confidential_report r where t.confidential and r.site_id = k.site_id and r.visit_id = k.visit_id) r
          order by r.version desc limit 1) r
        cross join lateral jsonb_array_elements(r.content -> 'tests') e
      where s.id = ${siteId} and k.test_code in (select test_code from line)
        and e.value ->> 'code' = k.test_code and jsonb_typeof(e.value -> 'withdrawn') is distinct from 'object'
        and (e.value #>> '{culture,interim}')::boolean is not true
    )
    select l.id, count(d.test_code) filter (where (l.gender is null or d.gender = l.gender)
        and (l.from_age is null or d.age >= l.from_age) and (l.to_age is null or d.age <= l.to_age)
        and (l.analyte_code is null and l.wanted is null and not l.only_flagged or exists (
          select from jsonb_array_elements(d.results) x
          where (l.analyte_code is null or x.value ->> 'code' = l.analyte_code)
            and (l.wanted is null or l.wanted ? (x.value ->> 'value'))
            and (not l.only_flagged or x.value ->> 'flag' <> ''))))::int as count,
      count(d.test_code)::int as of
    from line l left join tested d on d.test_code = l.test_code
    group by l.id`
