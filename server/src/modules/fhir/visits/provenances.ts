import type { Config } from '#server/config.ts'
import { instant, text } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import { dateParam, idInVisitParam, patientParam, rowParam } from '../queries-conditions.ts'
import { type ReleaseRow, releaseRows } from '../queries-reports.ts'
import { kindOfTable } from '../queries-table.ts'
import { following } from '../references.ts'
import { baseOf, type Resource } from '../resource.ts'

/** Who released each version of a report, under the id of the visit with the number of the version. */
export const provenances = (config: Config): Kind => {
  const base = baseOf(config)
  return kindOfTable<ReleaseRow>({
    type: 'Provenance',
    scope: 'system/Provenance.rs',
    rows: releaseRows,
    order: { releasedAt: instant('r.released_at'), id: text('r.id') },
    params: {
      _id: idInVisitParam(/^[0-9a-f-]{36}\.[1-9]\d{0,8}$/),
      patient: patientParam(base),
      target: rowParam('DiagnosticReport', base, 'visit_id', 'The report'),
      recorded: dateParam('released_at', 'The time of release'),
    },
    references: { target: following(['DiagnosticReport'], ({ target }) => target) },
    summary: ['target', 'recorded', 'agent'],
    subject: ({ visitId }) => ({ kind: 'visit', id: visitId }),
    present,
  })
}

const activities = 'http://terminology.hl7.org/CodeSystem/v3-DataOperation'
const participants = 'http://terminology.hl7.org/CodeSystem/provenance-participant-type'

const present = (row: ReleaseRow): Resource => ({
  resourceType: 'Provenance',
  id: row.id,
  meta: { lastUpdated: row.releasedAt.toISOString() },
  target: [{ reference: `DiagnosticReport/${row.visitId}/_history/${row.version}` }],
  recorded: row.releasedAt.toISOString(),
  activity: {
    coding: [
      { system: activities, code: row.isWithdrawn ? 'NULLIFY' : row.version === 1 ? 'CREATE' : 'UPDATE' },
    ],
  },
  agent: [
    {
      type: { coding: [{ system: participants, code: row.byRule ? 'assembler' : 'verifier' }] },
      who: { display: row.releasedBy || row.laboratory },
      onBehalfOf: { display: row.laboratory },
    },
  ],
})
