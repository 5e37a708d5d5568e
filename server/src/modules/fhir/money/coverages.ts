import type { Config } from '#server/config.ts'
import { uuid } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import { codeParam, idParam, patientParam, rowParam } from '../queries-conditions.ts'
import { kindOfTable } from '../queries-table.ts'
import { following } from '../references.ts'
import { baseOf, type Resource, referenceTo } from '../resource.ts'
import { payerOf } from './payer-of.ts'
import { type CoverageRow, coverageRows, coverageStatuses } from './queries-charged.ts'

/** Who pays for a visit, if it is not the patient, under the id of the visit. */
export const coverages = (config: Config): Kind => {
  const base = baseOf(config)
  return kindOfTable<CoverageRow>({
    type: 'Coverage',
    scope: 'system/Coverage.rs',
    rows: coverageRows,
    order: { siteId: uuid('r.site_id'), visitId: uuid('r.visit_id') },
    params: {
      _id: idParam('visit_id'),
      patient: patientParam(base),
      beneficiary: patientParam(base),
      payor: rowParam('Organization', base, 'facility_id', 'The facility that pays'),
      status: codeParam('status', coverageStatuses, 'The state'),
    },
    references: {
      patient: following(['Patient'], ({ beneficiary }) => beneficiary),
      beneficiary: following(['Patient'], ({ beneficiary }) => beneficiary),
      payor: following(['Organization'], ({ payor }) => payor),
    },
    summary: ['status', 'beneficiary', 'subscriberId', 'payor'],
    subject: ({ visitId }) => ({ kind: 'visit', id: visitId }),
    present: (row): Resource => ({
      resourceType: 'Coverage',
      id: row.visitId,
      status: row.status,
      ...(row.memberNumber !== '' && { subscriberId: row.memberNumber }),
      beneficiary: referenceTo('Patient', row.personId),
      payor: [payerOf(row)],
    }),
  })
}
