import { type RawBuilder, sql } from 'kysely'
import type { BirthPrecision } from '#contract/found-person.ts'
import type { Gender } from '#contract/options.ts'
import {
  isNumber,
  numberOfPerson,
  parsePersonNumber,
  plainIdentifier,
  type StoredIdentifier,
  storedIdentifier,
  wordsOf,
} from '#server/modules/people/index.ts'
import type { Db } from '#server/platform/database.ts'
import { atSites } from '#server/platform/site-scope.ts'
import type { Reach } from './kind.ts'
import { uuidForm } from './queries-conditions.ts'
import { hasValue, plainEntered } from './queries-ordered.ts'

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
  /** As stored: `plainPatient` decrypts them. */
  identifiers: StoredIdentifier[]
  /** The program’s own identifiers. */
  own: StoredIdentifier[]
}

/** Decrypts the identifiers of a patient. */
export const plainPatient = (db: Db, row: PatientRow): PatientRow => ({
  ...row,
  identifiers: row.identifiers.map((one) => plainIdentifier(db, one)),
  own: row.own.map((one) => plainEntered(db, one)),
})

/** Patients that this client entered; for a client of a facility, those that any client of the facility entered. */
const enteredBy = ({ id, facilityId }: Reach) =>
  facilityId === null
    ? sql`e.client_id = ${id}::uuid`
    : sql`e.client_id in (select c.id from api_client c where c.facility_id = ${facilityId}::uuid)`

/** The records of a person, read once. With `in (select …)`, PostgreSQL may read them again for each patient that the client entered. */
export const recordsOf = (person: RawBuilder<unknown>) => sql`array(select records_of_person(${person}))`

const ownIdentifiers = (reach: Reach, person: RawBuilder<unknown>) => sql`
  coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'system', e.system, 'value', e.value) order by e.system, e.created_at, e.id)
    from api_patient e where e.person_id = any(${recordsOf(person)}) and ${enteredBy(reach)}), '[]')`

/** The phone number that the client entered last for the person `p`. */
const ownPhone = (reach: Reach) => sql`
  array(select e.contact from api_patient e where e.person_id = any(${recordsOf(sql`p.id`)}) and ${enteredBy(reach)}
    and e.contact <> '' order by e.stated_at desc limit 1)`

/** The condition that a person, by any of their records, is the one that an app of a person is limited to. */
function isReached(id: RawBuilder<unknown>, { person }: Reach): RawBuilder<unknown> {
  if (person === null) return sql`true`
  const isPerson = sql`${id} in (select records_of_person(${person.id}::uuid))`
  return person.openTo === null
    ? isPerson
    : sql`${isPerson} and ${id} in (select persons_of_account(${person.openTo}::uuid))`
}

/** Whether an app may read phone number, e-mail address and identifiers: not for somebody who looks after the person. */
const mayContact = ({ person }: Reach): RawBuilder<boolean> =>
  person?.openTo == null
    ? sql`true`
    : sql`exists (select from records_of_person(p.id) own join account_person k on k.person_id = own
        where k.account_id = ${person.openTo}::uuid and k.kind = 'self')`

/** Persons with a visit or a clinic order at the sites, and those that the client entered, with their current records. */
const ofSites = (reach: Reach) => sql`
  select p.id as person_id, p.version, p.number, p.full_name, p.family_name, p.given_names, p.sex, p.birth_date, p.birth_precision,
    case when p.birth_precision <> 'estimated' then p.birth_date::timestamptz end as born,
    case when ${mayContact(reach)} then p.email else '' end as email, p.deceased, p.died_on,
    coalesce(nullif(array(select n.phone from person_phone n where n.person_id = p.id and ${mayContact(reach)}
      order by n.position), '{}'), ${ownPhone(reach)}) as phones,
    coalesce((select jsonb_agg(${storedIdentifier} order by i.position)
      from person_identifier i where i.person_id = p.id and ${mayContact(reach)}), '[]') as identifiers, ${ownIdentifiers(reach, sql`p.id`)} as own,
    null::int as age, null::date as age_on,
    p.words, p.forgotten_at
  from person p where p.replaced_by is null and ${isReached(sql`p.id`, reach)}
    ${
      reach.sites === null
        ? sql``
        : sql`and (exists (select from records_of_person(p.id) r join visit v on v.person_id = r and v.status <> 'held'
              ${atSites('v.site_id', reach.sites)})
            or exists (select from records_of_person(p.id) r join clinic_order o on o.person_id = r ${atSites('o.site_id', reach.sites)})
            or exists (select from records_of_person(p.id) r join api_patient e on e.person_id = r and ${enteredBy(reach)}))`
    }`

/**
 * The patients of a facility as the facility last entered them, in an order or by a program. The laboratory’s own record is not read
 * (decision 0083). With `ids`, their records are found by an index; a condition on `current_person` would read all patients that the
 * facility entered.
 */
const ofFacility = (reach: Reach, ids: readonly string[] | null) => sql`
  select o.*, ${numberOfPerson(sql`o.person_id`)} as number, ${ownIdentifiers(reach, sql`o.person_id`)} as own
  from (
    select distinct on (c.person_id) c.person_id, null::int as version, o.full_name, '' as family_name, '' as given_names,
      o.gender as sex, o.born_on as birth_date, 'day' as birth_precision, o.born_on::timestamptz as born,
      array_remove(array[o.contact], '') as phones, '' as email, false as deceased, null::date as died_on, '[]'::jsonb as identifiers,
      o.age, o.at::date as age_on, person_words(array[o.full_name], '') as words, null::timestamptz as forgotten_at
    from (
      select o.person_id, o.full_name, o.gender, o.born_on, o.contact, o.age, o.ordered_at as at
        from clinic_order o where o.facility_id = ${reach.facilityId} ${atSites('o.site_id', reach.sites)}
      union all
      select e.person_id, e.full_name, e.gender, e.born_on, e.contact, e.age, e.stated_at from api_patient e where ${enteredBy(reach)}) o
      join person p on p.id = o.person_id
      cross join lateral (
        select case when p.replaced_by is null then p.id else current_person(p.id) end as person_id) c
    where ${isReached(sql`o.person_id`, reach)}
      ${
        ids === null
          ? sql``
          : sql`and o.person_id = any(array(select records_of_person(i) from unnest(${ids.filter((id) => uuidForm.test(id))}::uuid[]) i))`
      }
    order by c.person_id, o.at desc) o`

/** The patients within reach. `ids`: the only patients that the caller needs. */
export const patientRows = (reach: Reach, ids: readonly string[] | null = null) =>
  reach.facilityId === null ? ofSites(reach) : ofFacility(reach, ids)

/** Letters, digits and ASCII. PostgreSQL and JavaScript can split names with other characters differently. */
const isPlain = /^[\p{L}\p{M}\p{N}\x20-\x7e]+$/u

/**
 * The condition that words of a person begin with those of the name, which has an index. The words are a constant, so that PostgreSQL
 * estimates how many persons have them: common names are found by walking through the persons.
 */
export function mayBeCalled(name: string): RawBuilder<boolean> {
  const words = isPlain.test(name) ? wordsOf(name.toLowerCase()) : []
  const query = words.map((word) => `'${word}':*`).join(' & ')
  return query === ''
    ? sql<boolean>`true`
    : sql<boolean>`(r.words @@ ${query}::tsquery and r.forgotten_at is null)`
}

export const hasNumber = (code: string) => sql<boolean>`r.number = ${parsePersonNumber(code) ?? 0}`

export const hasIdentifier = (code: string, db: Db) =>
  sql<boolean>`jsonb_array_length(r.identifiers) > 0 and r.person_id in (
    select i.person_id from person_identifier i where ${isNumber(db, code)})`

/** Condition on patients: the program’s own identifier. A null system: in any of its systems. */
export function hasOwn(system: string | null, value: string, db: Db): RawBuilder<boolean> {
  const asked = sql`from api_patient e where ${hasValue(db, value)} ${system === null ? sql`` : sql`and e.system = ${system}`}`
  return sql`(r.person_id in (select current_person(e.person_id) ${asked})
    and r.own @> any(array(select jsonb_build_array(jsonb_build_object('id', e.id)) ${asked})))`
}
