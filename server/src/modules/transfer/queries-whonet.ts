import { sql } from 'kysely'
import type { Gender } from '#contract/options.ts'
import type { CultureSpecimen, Measure, Notation, SusceptibilityCategory } from '#contract/susceptibility.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

export type WhonetRow = {
  laboratory: string
  number: number
  fullName: string
  gender: Gender
  age: number
  birthDate: string | null
  facility: string
  accession: string
  collectedOn: string
  specimen: CultureSpecimen
  isolate: number
  organism: string
  comment: string
  antibiogram: {
    antibiotic: string
    method: Measure['method'] | null
    comparator: Measure['comparator']
    value: number | null
    category: SusceptibilityCategory | null
    disk: string
    notation: Notation | null
  }[]
}

type Asked = { from: string; to: string; siteId?: string | undefined; specimen?: CultureSpecimen | undefined }

/** The isolates of finally released cultures, by the day of collection at the site. */
export const readWhonetRows = (
  db: Db,
  sites: Sites,
  { from, to, siteId, specimen }: Asked,
): Promise<WhonetRow[]> =>
  rowsOf(db)`
    select i.name as laboratory, p.number, v.full_name, p.sex as gender, v.age,
      case when p.birth_precision = 'day' then to_char(p.birth_date, 'YYYY-MM-DD') end as birth_date,
      coalesce((select f.name from visit_order o join referrer r on r.id = o.referrer_id join facility f on f.id = r.facility_id
        where o.site_id = v.site_id and o.visit_id = v.id), '') as facility,
      s.accession, to_char(s.collected_at at time zone i.time_zone, 'YYYY-MM-DD') as collected_on, ct.specimen,
      l.number as isolate, coalesce(nullif(g.whonet_code, ''), g.name) as organism, l.comment,
      coalesce((select jsonb_agg(jsonb_build_object('antibiotic', u.antibiotic_code, 'method', u.method,
          'comparator', u.comparator, 'value', u.value, 'category', u.category, 'disk', coalesce(b.disk, ''),
          'notation', t.notation) order by u.position)
        from susceptibility u
          left join breakpoint b on b.table_version = u.table_version and b.line = u.line
          left join breakpoint_table t on t.version = u.table_version
        where u.site_id = l.site_id and u.task_id = l.task_id and u.number = l.number), '[]') as antibiogram
    from sample s join site i on i.id = s.site_id
      join task k on k.site_id = s.site_id and k.sample_id = s.id and k.released_at is not null and k.withdrawn_at is null
      join culture c on c.site_id = k.site_id and c.task_id = k.id and c.stage = 'final'
      join culture_test ct on ct.test_code = k.test_code
      join visit v on v.site_id = k.site_id and v.id = k.visit_id
      join person p on p.id = current_person(v.person_id)
      join isolate l on l.site_id = k.site_id and l.task_id = k.id
      join organism g on g.code = l.organism_code
    where s.collected_at >= ${from}::date::timestamp at time zone i.time_zone
      and s.collected_at < (${to}::date + 1)::timestamp at time zone i.time_zone
      ${siteId === undefined ? sql`` : sql`and s.site_id = ${siteId}`}
      ${specimen === undefined ? sql`` : sql`and ct.specimen = ${specimen}`}
      ${atSites('s.site_id', sites)}
    order by s.collected_at, s.accession, l.number`
