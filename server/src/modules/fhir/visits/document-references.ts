import type { Config } from '#server/config.ts'
import { instant, uuid } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import {
  codeParam,
  dateParam,
  idParam,
  patientParam,
  rowParam,
  tokenParam,
  visitReferenceParam,
} from '../queries-conditions.ts'
import { type DocumentRow, documentRows, documentStatuses, isReportCode } from '../queries-reports.ts'
import { bothWays, kindOfTable } from '../queries-table.ts'
import { binaryId } from '../read-binary.ts'
import { following, ofSubject } from '../references.ts'
import { baseOf, type Resource, referenceTo, systemsOf } from '../resource.ts'

/** The PDF of the latest version of each report, under the id of the visit. */
export const documentReferences = (config: Config): Kind => {
  const systems = systemsOf(config)
  const base = baseOf(config)
  return kindOfTable<DocumentRow>({
    type: 'DocumentReference',
    scope: 'system/DocumentReference.rs',
    rows: documentRows,
    order: { releasedAt: instant('r.released_at'), visitId: uuid('r.visit_id') },
    params: {
      _id: idParam('visit_id'),
      _lastUpdated: dateParam('released_at', 'The time of release of this version'),
      patient: patientParam(base),
      subject: patientParam(base),
      date: dateParam('released_at', 'The time of release of this version'),
      status: codeParam('document_status', documentStatuses, 'The state'),
      type: tokenParam([{ system: systems.loinc, is: isReportCode }], 'The kind of document: LOINC 11502-2'),
      identifier: visitReferenceParam(systems),
      related: rowParam('DiagnosticReport', base, 'visit_id', 'The report'),
    },
    sorts: {
      date: bothWays((way) => ({
        releasedAt: instant(`r.released_at${way}`),
        visitId: uuid(`r.visit_id${way}`),
      })),
    },
    references: {
      ...ofSubject,
      related: following(['DiagnosticReport'], ({ context }) => (context as { related: unknown }).related),
    },
    summary: ['identifier', 'status', 'docStatus', 'type', 'subject', 'date', 'content'],
    subject: ({ visitId }) => ({ kind: 'visit', id: visitId }),
    isVersioned: true,
    present: (row) => present(row, config),
  })
}

const docStatuses = {
  partial: 'preliminary',
  final: 'final',
  corrected: 'amended',
  'entered-in-error': 'entered-in-error',
} as const

function present(row: DocumentRow, config: Config): Resource {
  const { visitId, version } = row
  const systems = systemsOf(config)
  const released = row.releasedAt.toISOString()
  return {
    resourceType: 'DocumentReference',
    id: visitId,
    meta: { versionId: String(version), lastUpdated: released },
    identifier: [{ system: systems.visitReference, value: row.reference }],
    status: row.documentStatus,
    docStatus: docStatuses[row.status],
    type: { coding: [{ system: systems.loinc, code: '11502-2', display: 'Laboratory report' }] },
    subject: referenceTo('Patient', row.personId),
    date: released,
    content: [
      {
        attachment: {
          contentType: 'application/pdf',
          url: `${baseOf(config)}/Binary/${binaryId(visitId, version)}`,
          title: `Report, version ${version}`,
          creation: released,
        },
      },
    ],
    context: { related: [referenceTo('DiagnosticReport', visitId)] },
  }
}
