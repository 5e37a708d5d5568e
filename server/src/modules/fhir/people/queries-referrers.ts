import { sql } from 'kysely'
import type { Reach, Within } from '../kind.ts'
import { patientRows } from '../queries-patients.ts'

/** Referrers, and the mothers of babies. */

export type ReferrerRow = {
  id: string
  version: number
  fullName: string
  licenceNumber: string
  ended: boolean
  facilityId: string | null
  facility: string | null
}

/** The doctors who order tests; for a client of a facility, only those of the facility. */
export const referrerRows = ({ facilityId }: Within) => sql<ReferrerRow>`
  select f.id, f.version, f.full_name, f.licence_number, f.ended, f.facility_id, y.name as facility
  from referrer f left join facility y on y.id = f.facility_id
  where ${facilityId === null ? sql`true` : sql`f.facility_id = ${facilityId}::uuid`}`

/** The referrers who belong to a facility. */
export const roleRows = (reach: Within) =>
  sql<ReferrerRow>`${referrerRows(reach)} and f.facility_id is not null`

export type MotherRow = { personId: string; fullName: string }

/**
 * Babies within reach whose mother is recorded; none for a client of a facility, which reads patients as the facility entered them,
 * without their mothers.
 */
export const motherRows = (reach: Reach) => sql<MotherRow>`
  select q.person_id, q.person_id as record_id, m.full_name
  from (${patientRows(reach)}) q join person p on p.id = q.person_id join person m on m.id = current_person(p.mother_id)
  where ${reach.facilityId === null}`
