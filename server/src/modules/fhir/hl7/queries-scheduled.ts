import { type Db, planned, rowOf } from '#server/platform/database.ts'
import type { Reach } from '../kind.ts'
import { type PatientRow, patientRows, plainPatient } from '../queries-patients.ts'
import { type AppointmentRow, appointmentRows } from '../queries-visits.ts'

/** Statements on appointments that are sent to hospitals. */

export type Scheduled = {
  appointment: AppointmentRow
  patient: PatientRow
  /** System and value of the number under which the client booked it, with a bar between them; null: the client has not booked it. */
  placer: string | null
}

/** An appointment within reach with its patient; null if there is none. */
export const readScheduled = (db: Db, reach: Reach, visitId: string): Promise<Scheduled | null> =>
  planned(db, async (tx) => {
    const appointment = await rowOf(tx)<AppointmentRow>`
      select r.* from (${appointmentRows(reach)}) r where r.id = ${visitId}::uuid`
    if (!appointment) return null
    const patient = await rowOf(tx)<PatientRow>`
      select r.* from (${patientRows(reach, [appointment.personId])}) r where r.person_id = ${appointment.personId}::uuid`
    const own = await rowOf(tx)<{ identifier: string }>`
      select identifier from api_appointment
      where client_id = ${reach.id} and site_id = ${appointment.siteId} and visit_id = ${visitId}`
    return patient && { appointment, patient: plainPatient(db, patient), placer: own?.identifier ?? null }
  })
