import { type Db, planned, rowOf, rowsOf } from '#server/platform/database.ts'
import type { Reach } from '../kind.ts'
import { type PatientRow, patientRows, plainPatient } from '../queries-patients.ts'
import { type ObservationRow, observationRows, type ReportRow, reportRows } from '../queries-reports.ts'

/** Statements on results that are sent to hospitals. */

/** The number that the client gave an ordered test. */
type PlacedTest = { testCode: string; system: string; value: string; orderCode: string }

export type Results = {
  report: ReportRow
  values: ObservationRow[]
  patient: PatientRow
  placed: PlacedTest[]
}

/** The latest report of a visit within reach, with its values and its patient; null if there is none. */
export const readResults = (db: Db, reach: Reach, visitId: string): Promise<Results | null> =>
  planned(db, async (tx) => {
    const report = await rowOf(tx)<ReportRow>`
      select r.* from (${reportRows(reach)}) r where r.visit_id = ${visitId}::uuid`
    if (!report) return null
    const values = await rowsOf(tx)<ObservationRow>`
      select r.* from (${observationRows(reach)}) r where r.visit_id = ${visitId}::uuid and r.analyte <> ''`
    const patient = await rowOf(tx)<PatientRow>`
      select r.* from (${patientRows(reach, [report.personId])}) r where r.person_id = ${report.personId}::uuid`
    const placed = await rowsOf(tx)<PlacedTest>`
      select q.test_code, q.system, q.value, o.code as order_code
      from clinic_order o join api_request q on q.site_id = o.site_id and q.order_id = o.id and q.client_id = ${reach.id}::uuid
      where o.site_id = ${report.siteId}::uuid and o.visit_id = ${visitId}::uuid`
    return patient ? { report, values, patient: plainPatient(db, patient), placed } : null
  })
