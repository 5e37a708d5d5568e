import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { FoundBecause } from '#contract/found-person.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import type { Person } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { isSeenAt, type PersonShortly } from '../records/queries.ts'
import { isNumber } from '../records/queries-identifiers.ts'
import { seenAt } from '../records/queries-record.ts'

export type FoundRow = PersonShortly &
  Pick<Selectable<Person>, 'naming' | 'deceased' | 'diedOn' | 'forgottenAt'> & {
    because: FoundBecause
    bookedAs: string | null
    phone: string
    lastVisitAt: Date | null
    lastSite: string | null
    /** Of that site. */
    timeZone: string | null
    bookedToday: Date | null
    visits: number
  }

export type Search = {
  /** Words of persons and of their visits, in the form of `searchQuery`. */
  words: string | null
  /** Whether these are a phone number. */
  isPhone: boolean
  /** The last digits of a phone number, as far as it was typed. */
  digits: string | null
  /** The last four of one. */
  lastDigits: string | null
  identifier: string
  /** A date of birth. */
  day: string | null
}

/** The number of a person, persons with the reason why they are asked for, or a search. */
export type Found = { number: number } | { among: readonly { id: string; because: FoundBecause }[] } | Search

/** If more persons, visits or accounts match, only this many are searched, in no defined order. */
export const mostMatches = 1_000
/** How many records are then read in full, those with the latest visits: more than are shown, since some may be joined. */
const mostRecords = 40

/** Of persons: the latest visit, whose date orders what is found, also at a site that the caller does not see. */
const latest = sql`coalesce((
  select max(v.starts_at) from visit v where v.person_id = p.id and v.status <> 'held'), p.created_at)`

/** A part of what is found: records of persons with the source of the match, and of visits what they state. */
const part = (source: string, from: RawBuilder<unknown>) => sql`
  (select p.id as record, ${sql.lit(source)} as source, null as called, null as email, null as reference, ${latest} as at
  from ${from} limit ${sql.lit(mostMatches)})`

function searched(db: Db, { words, digits, lastDigits, identifier, day }: Search, sites: Sites) {
  const parts = [
    part(
      'identifier',
      sql`person_identifier i join person p on p.id = i.person_id where ${isNumber(db, identifier)}`,
    ),
  ]
  if (day !== null) {
    parts.push(
      part('date of birth', sql`person p where p.birth_date = ${day}::date and p.birth_precision = 'day'`),
    )
  }
  const withPhone = (condition: RawBuilder<unknown>) =>
    part('phone', sql`person_phone h join person p on p.id = h.person_id where ${condition}`)
  if (digits !== null) parts.push(withPhone(sql`h.digits like ${`${digits}%`}`))
  if (lastDigits !== null) parts.push(withPhone(sql`right(h.digits, 4) = ${lastDigits}`))
  if (words !== null) {
    parts.push(part('person', sql`person p where p.words @@ ${words}::tsquery`))
    parts.push(sql`
      (select v.person_id, 'visit', v.full_name, v.email, v.reference, v.starts_at from visit v
      where v.status <> 'held' and v.forgotten_at is null and ${seenAt(sites)} and v.words @@ ${words}::tsquery limit ${sql.lit(mostMatches)})`)
  }
  return sql.join(parts, sql` union all `)
}

function foundBy(db: Db, by: Found, sites: Sites) {
  if ('number' in by) return part('number', sql`person p where p.number = ${by.number}`)
  if (!('among' in by)) return searched(db, by, sites)
  return sql`
    select p.id as record, m.because as source, null as called, null as email, null as reference, p.created_at as at
    from jsonb_to_recordset(${JSON.stringify(by.among)}::jsonb) as m (id uuid, because text) join person p on p.id = m.id`
}

/** Which part of a person or a visit has the words. */
const because = (words: string | null, isPhone: boolean) => sql`case f.source
  when 'person' then case
    when person_words(array[p.full_name], '') @@ ${words}::tsquery then 'name'
    when person_words('{}', p.email) @@ ${words}::tsquery then 'e-mail'
    else 'former name' end
  when 'visit' then case
    when person_words('{}', f.email) @@ ${words}::tsquery then 'e-mail'
    when array_to_tsvector(array['#' || lower(f.reference)]) @@ ${words}::tsquery then 'reference'
    when ${isPhone} then 'phone'
    when lower(f.called) = lower(p.full_name) then 'name'
    else 'booked as' end
  else f.source end`

/** From the strongest source to the weakest, which decides what is told of a person who was found more than once. */
const strength = sql`array_position(array['number', 'identifier', 'phone', 'date of birth', 'person', 'visit'], source)`

/**
 * Matching persons, the current record of each, the one with the latest visit first: those with a visit that the caller may
 * see, and those without any visit.
 */
export async function findPeople(
  { db, actor: { sites }, clock }: SignedIn,
  by: Found,
  limit: number,
): Promise<FoundRow[]> {
  const { words, isPhone } = 'words' in by ? by : { words: null, isPhone: false }
  return rowsOf(db)<FoundRow>`
    with found as materialized (${foundBy(db, by, sites)}),
    records as (select distinct on (record) *, ${strength} as strength from found order by record, ${strength}, at desc),
    first as materialized (
      select current_person(record) as id, records.* from records order by strength <= 2 desc, at desc limit ${mostRecords}),
    persons as materialized (select distinct on (id) * from first order by id, strength, at desc)
    select p.id, p.number, p.full_name, p.naming, p.sex, p.deceased, p.died_on, p.forgotten_at,
      jsonb_build_object('date', p.birth_date, 'precision', p.birth_precision) as birth, ${because(words, isPhone)} as because,
      case when lower(f.called) <> lower(p.full_name) then f.called end as booked_as,
      coalesce(h.phone, l.contact, '') as phone, l.starts_at as last_visit_at, l.name as last_site,
      l.time_zone, coalesce(l.visits, 0) as visits, l.booked_today
    from persons f join person p on p.id = f.id
      left join lateral (
        select s.name, s.time_zone, v.contact, v.starts_at, count(*) over ()::int as visits,
          min(v.starts_at) filter (where v.status = 'booked' and (v.starts_at at time zone s.time_zone)::date
            = (${clock.now()}::timestamptz at time zone s.time_zone)::date) over () as booked_today
        from records_of_person(p.id) record join visit v on v.person_id = record join site s on s.id = v.site_id
        where v.status <> 'held' ${atSites('v.site_id', sites)}
        order by v.starts_at desc, v.id desc limit 1) l on true
      left join lateral (
        select h.phone from records_of_person(p.id) record join person_phone h on h.person_id = record
        order by h.person_id = p.id desc, h.position limit 1) h on true
    where ${isSeenAt(sites)} and ${'number' in by || 'among' in by ? sql`true` : sql`p.forgotten_at is null`}
    order by coalesce(l.starts_at, p.created_at) desc, p.id desc limit ${limit}`
}
