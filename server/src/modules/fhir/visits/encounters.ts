import type { Config } from '#server/config.ts'
import { uuid } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import {
  codeParam,
  dateParam,
  idParam,
  patientParam,
  rowParam,
  siteParam,
  visitReferenceParam,
} from '../queries-conditions.ts'
import { kindOfTable } from '../queries-table.ts'
import { type EncounterRow, encounterRows, encounterStatuses, hasArrival } from '../queries-visits.ts'
import { following, ofSubject } from '../references.ts'
import { baseOf, type Resource, referenceTo, type Systems, systemsOf } from '../resource.ts'

/** Visits of patients who have come, under the id of the visit. */
export const encounters = (config: Config): Kind => {
  const systems = systemsOf(config)
  const base = baseOf(config)
  return kindOfTable<EncounterRow>({
    type: 'Encounter',
    scope: 'system/Encounter.rs',
    rows: encounterRows,
    order: { siteId: uuid('r.site_id'), id: uuid('r.id') },
    params: {
      _id: idParam('id'),
      patient: patientParam(base),
      subject: patientParam(base),
      date: dateParam('arrived_at', 'When the patient came', hasArrival),
      status: codeParam('status', encounterStatuses, 'The state'),
      identifier: visitReferenceParam(systems),
      location: siteParam('Location', base, 'The site'),
      appointment: rowParam('Appointment', base, 'id', 'The appointment'),
    },
    references: {
      ...ofSubject,
      location: following(['Location'], ({ location }) =>
        (location as { location: unknown }[]).map((one) => one.location),
      ),
      appointment: following(['Appointment'], ({ appointment }) => appointment),
    },
    summary: ['identifier', 'status', 'class', 'subject', 'appointment', 'period'],
    subject: ({ id }) => ({ kind: 'visit', id }),
    isVersioned: true,
    present: (row) => present(row, systems),
  })
}

const ambulatory = {
  system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
  code: 'AMB',
  display: 'ambulatory',
}

const present = (row: EncounterRow, systems: Systems): Resource => ({
  resourceType: 'Encounter',
  id: row.id,
  meta: { versionId: String(row.version) },
  identifier: [{ system: systems.visitReference, value: row.reference }],
  status: row.status,
  class: ambulatory,
  subject: referenceTo('Patient', row.personId),
  appointment: [referenceTo('Appointment', row.id)],
  ...(row.arrivedAt !== null && { period: { start: row.arrivedAt.toISOString() } }),
  location: [{ location: { ...referenceTo('Location', row.siteId), display: row.site } }],
})
