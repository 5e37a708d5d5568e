import { sql } from 'kysely'
import type { BirthPrecision } from '#contract/found-person.ts'
import type { Gender } from '#contract/options.ts'
import { type Db, rowOf } from '#server/platform/database.ts'
import type { Reach } from './kind.ts'
import { patientRows, recordsOf } from './queries-patients.ts'

/** Statements on appointments that programs book. */

export type Bookable = {
  personId: string
  number: number
  fullName: string
  sex: Gender
  birthDate: string | null
  birthPrecision: BirthPrecision
  /** The age in years on a day, if that is all that the facility has entered. */
  age: number | null
  ageOn: string | null
  contact: string
  email: string
}

/**
 * A patient within reach, with the phone number and e-mail address of the record; if the record has none, those of the latest visit, or
 * the phone number that the client entered.
 */
export const findBookable = (db: Db, reach: Reach, id: string): Promise<Bookable | null> =>
  rowOf(db)`
    select r.person_id, r.number, r.age, r.age_on, r.full_name, r.sex, r.birth_date, r.birth_precision, coalesce(r.phones[1], nullif(v.contact, ''), e.contact, '') as contact,
      coalesce(nullif(r.email, ''), v.email, '') as email
    from (${patientRows(reach, [id])}) r left join lateral (
      select v.contact, v.email from visit v
      where v.person_id in (select records_of_person(r.person_id)) and v.status <> 'held'
      order by v.starts_at desc limit 1) v on true
    left join lateral (
      select e.contact from api_patient e
      where e.client_id = ${reach.id}::uuid and e.person_id = any(${recordsOf(sql`r.person_id`)})
      order by e.stated_at desc limit 1) e on true
    where r.person_id = ${id}::uuid`

/** The appointment that a client booked under an identifier. */
export const findByIdentifier = (
  db: Db,
  clientId: string,
  identifier: string,
): Promise<{ visitId: string; requestHash: Buffer } | null> =>
  rowOf(db)`select visit_id, request_hash from api_appointment
    where client_id = ${clientId} and identifier = ${identifier}`

/** The state of a visit that this client has booked; null for other visits. */
export const findBooked = (
  db: Db,
  clientId: string,
  visitId: string,
): Promise<{ status: string; version: number } | null> =>
  rowOf(db)`select v.status, v.version from api_appointment a
    join visit v on v.site_id = a.site_id and v.id = a.visit_id
    where a.client_id = ${clientId} and a.visit_id = ${sql`${visitId}::uuid`}`
