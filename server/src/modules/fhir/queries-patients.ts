import { sql } from 'kysely'
import type { BirthPrecision } from '#contract/found-person.ts'
import type { Gender } from '#contract/options.ts'
import { identifierKey, numberOfPerson, parsePersonNumber } from '#server/modules/people/index.ts'
import { atSites } from '#server/platform/site-scope.ts'
import type { Reach } from './queries-table.ts'

export type PatientRow = {
  personId: string
  version: number | null
  number: number
  fullName: string
  familyName: string
  givenNames: string
  sex: Gender
  birthDate: string | null
  birthPrecision: BirthPrecision
  phones: string[]
  email: string
  deceased: boolean
  diedOn: string | null
  identifiers: { system: string; value: string }[]
}

/** Persons with a visit or a clinic order at the sites, with their current records. */
const ofSites = ({ sites }: Reach) => sql`
  select p.id as person_id, p.version, p.number, p.full_name, p.family_name, p.given_names, p.sex, p.birth_date, p.birth_precision,
    case when p.birth_precision <> 'estimated' then p.birth_date::timestamptz end as born, p.email, p.deceased, p.died_on,
    array(select n.phone from person_phone n where n.person_id = p.id order by n.position) as phones,
    coalesce((select jsonb_agg(jsonb_build_object('system', i.system, 'value', i.value) order by i.position)
      from person_identifier i where i.person_id = p.id), '[]') as identifiers
  from person p where p.replaced_by is null
    ${
      sites === null
        ? sql``
        : sql`and (exists (select from records_of_person(p.id) r join visit v on v.person_id = r and v.status <> 'held'
              ${atSites('v.site_id', sites)})
            or exists (select from records_of_person(p.id) r join clinic_order o on o.person_id = r ${atSites('o.site_id', sites)}))`
    }`

/** The patients of a facility as the facility last entered them. The laboratory’s own record is not read (decision 0083). */
const ofFacility = ({ sites, facilityId }: Reach) => sql`
  select distinct on (current_person(o.person_id)) current_person(o.person_id) as person_id, null::int as version,
    ${numberOfPerson(sql`o.person_id`)} as number, o.full_name, '' as family_name, '' as given_names, o.gender as sex,
    o.born_on as birth_date, 'day' as birth_precision, o.born_on::timestamptz as born, array_remove(array[o.contact], '') as phones,
    '' as email, false as deceased, null::date as died_on, '[]'::jsonb as identifiers
  from clinic_order o where o.facility_id = ${facilityId} ${atSites('o.site_id', sites)}
  order by current_person(o.person_id), o.id desc`

export const patientRows = (reach: Reach) => (reach.facilityId === null ? ofSites(reach) : ofFacility(reach))

export const hasNumber = (code: string) => sql<boolean>`r.number = ${parsePersonNumber(code) ?? 0}`

export const hasIdentifier = (code: string) =>
  sql<boolean>`jsonb_array_length(r.identifiers) > 0 and r.person_id in (
    select i.person_id from person_identifier i where i.value_key = ${identifierKey(code)})`
