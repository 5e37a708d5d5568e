import type { Config } from '#server/config.ts'
import { instant, uuid } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import { dateParam, equals, idParam, patientParam, tokenParam } from '../queries-conditions.ts'
import { kindOfTable } from '../queries-table.ts'
import { ofSubject } from '../references.ts'
import { baseOf, type Resource, referenceTo, type Systems, systemsOf } from '../resource.ts'
import { type ChargeRow, chargeRows, moneyOf } from './queries-charged.ts'

/** The charges of visits for tests and packages. */
export const chargeItems = (config: Config): Kind => {
  const systems = systemsOf(config)
  const base = baseOf(config)
  return kindOfTable<ChargeRow>({
    type: 'ChargeItem',
    scope: 'system/ChargeItem.rs',
    rows: chargeRows,
    order: { at: instant('r.at'), id: uuid('r.id') },
    params: {
      _id: idParam('id'),
      patient: patientParam(base),
      subject: patientParam(base),
      occurrence: dateParam('at', 'The time of the charge'),
      code: tokenParam([{ system: systems.test, is: equals('test_code') }], 'The code of the test'),
    },
    references: ofSubject,
    summary: ['status', 'code', 'subject', 'occurrenceDateTime', 'priceOverride'],
    subject: ({ visitId }) => ({ kind: 'visit', id: visitId }),
    present: (row) => present(row, systems),
  })
}

const present = (row: ChargeRow, systems: Systems): Resource => ({
  resourceType: 'ChargeItem',
  id: row.id,
  status: row.status,
  code: {
    ...(row.testCode !== null && {
      coding: [{ system: systems.test, code: row.testCode, display: row.item }],
    }),
    text: row.item,
  },
  subject: referenceTo('Patient', row.personId),
  occurrenceDateTime: row.at.toISOString(),
  priceOverride: moneyOf(row.amount, row.currency),
})
