import type { Config } from '#server/config.ts'
import { uuid } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import { codeParam, idParam, patientParam, visitReferenceParam } from '../queries-conditions.ts'
import { kindOfTable } from '../queries-table.ts'
import { following, ofSubject } from '../references.ts'
import { baseOf, type Resource, referenceTo, type Systems, systemsOf } from '../resource.ts'
import { payerOf } from './payer-of.ts'
import { type InvoiceRow, invoiceRows, invoiceStatuses, moneyOf } from './queries-charged.ts'

/** What each visit costs, under the id of the visit. */
export const invoices = (config: Config): Kind => {
  const systems = systemsOf(config)
  const base = baseOf(config)
  return kindOfTable<InvoiceRow>({
    type: 'Invoice',
    scope: 'system/Invoice.rs',
    rows: invoiceRows,
    order: { siteId: uuid('r.site_id'), visitId: uuid('r.visit_id') },
    params: {
      _id: idParam('visit_id'),
      patient: patientParam(base),
      subject: patientParam(base),
      status: codeParam('status', invoiceStatuses, 'The state'),
      identifier: visitReferenceParam(systems),
    },
    references: {
      ...ofSubject,
      recipient: following(['Patient', 'Organization'], ({ recipient }) => recipient),
    },
    summary: ['identifier', 'status', 'subject', 'recipient', 'totalGross'],
    subject: ({ visitId }) => ({ kind: 'visit', id: visitId }),
    present: (row) => present(row, systems),
  })
}

const present = (row: InvoiceRow, systems: Systems): Resource => ({
  resourceType: 'Invoice',
  id: row.visitId,
  identifier: [{ system: systems.visitReference, value: row.reference }],
  status: row.status,
  subject: referenceTo('Patient', row.personId),
  recipient: payerOf(row),
  ...(row.chargeIds.length > 0 && {
    lineItem: row.chargeIds.map((id) => ({ chargeItemReference: referenceTo('ChargeItem', id) })),
  }),
  totalGross: moneyOf(row.charged, row.currency),
})
