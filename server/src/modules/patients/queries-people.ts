import { sql } from 'kysely'
import type { Gender } from '#contract/options.ts'
import type { Birth } from '#server/modules/people/index.ts'
import type { Db } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { seenAt } from './queries-persons.ts'

export type FoundRow = {
  id: string
  number: number
  fullName: string
  sex: Gender
  birth: Birth
  bookedAs: string | null
  phone: string
  lastVisitAt: Date
  lastSite: string
  /** Of that site. */
  timeZone: string
  bookedToday: Date | null
  visits: number
}

/** The search: the number of a person, or words of their visits, in the form of `searchQuery`. */
export type Found = { number: number } | { words: string }

/** If more visits match the words, only this many are searched, in no defined order. */
const mostVisits = 2_000
/** How many records are then read in full, those with the latest visits: more than are shown, since some may be joined. */
const mostRecords = 40

/** Matching persons with a visit that the caller may see: the current record of each, the one with the latest visit first. */
export async function findPeople(
  db: Db,
  by: Found,
  { sites, now, limit }: { sites: Sites; now: Date; limit: number },
): Promise<FoundRow[]> {
  const found =
    'number' in by
      ? sql`select q.id as record, q.full_name as called, q.created_at as at
          from person q where q.number = ${by.number}`
      : sql`select v.person_id as record, v.full_name as called, v.starts_at as at
          from visit v where v.status <> 'held' and ${seenAt(sites)} and v.words @@ ${by.words}::tsquery limit ${mostVisits}`
  const { rows } = await sql<FoundRow>`
    with found as materialized (${found}),
    records as (select distinct on (record) record, called, at from found order by record, at desc),
    latest as materialized (select current_person(record) as id, called, at from records order by at desc limit ${mostRecords}),
    persons as materialized (select distinct on (id) id, called from latest order by id, at desc)
    select p.id, p.number, p.full_name as "fullName", p.sex,
      jsonb_build_object('date', p.birth_date, 'precision', p.birth_precision) as birth,
      case when lower(persons.called) <> lower(p.full_name) then persons.called end as "bookedAs",
      l.contact as phone, l.starts_at as "lastVisitAt", l.name as "lastSite", l.time_zone as "timeZone", l.visits, l."bookedToday"
    from persons join person p on p.id = persons.id
      cross join lateral (
        select s.name, s.time_zone, v.contact, v.starts_at, count(*) over ()::int as visits,
          min(v.starts_at) filter (where v.status = 'booked' and (v.starts_at at time zone s.time_zone)::date
            = (${now}::timestamptz at time zone s.time_zone)::date) over () as "bookedToday"
        from records_of_person(p.id) record join visit v on v.person_id = record join site s on s.id = v.site_id
        where v.status <> 'held' ${atSites('v.site_id', sites)}
        order by v.starts_at desc, v.id desc limit 1) l
    order by l.starts_at desc, p.id desc limit ${limit}`.execute(db)
  return rows
}
