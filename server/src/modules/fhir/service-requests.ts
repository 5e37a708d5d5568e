import type { Config } from '#server/config.ts'
import { text, uuid } from '#server/platform/list.ts'
import type { Kind } from './kind.ts'
import {
  codeParam,
  dateParam,
  equals,
  idInVisitParam,
  patientParam,
  tokenParam,
} from './queries-conditions.ts'
import { kindOfTable } from './queries-table.ts'
import { type RequestRow, requestRows, requestStatuses } from './queries-visits.ts'
import { baseOf, type Resource, referenceTo, type Systems, systemsOf } from './resource.ts'

const idForm = /^[0-9a-f-]{36}\.[A-Z0-9-]{1,20}$/

/** The id of an ordered test: the id of its visit and the code of the test. */
export const requestId = (visitId: string, testCode: string): string => `${visitId}.${testCode}`

export const serviceRequests = (config: Config): Kind => {
  const systems = systemsOf(config)
  return kindOfTable<RequestRow>({
    type: 'ServiceRequest',
    scope: 'system/ServiceRequest.rs',
    rows: requestRows,
    order: { siteId: uuid('r.site_id'), visitId: uuid('r.visit_id'), testCode: text('r.test_code') },
    params: {
      _id: idInVisitParam(idForm),
      patient: patientParam(baseOf(config)),
      authored: dateParam('authored_at', 'The time of the order'),
      occurrence: dateParam('starts_at', 'The start of the visit'),
      status: codeParam('status', requestStatuses, 'The state'),
      code: tokenParam([{ system: systems.test, is: equals('test_code') }], 'The code of the test'),
      identifier: tokenParam(
        [
          { system: systems.visitReference, is: equals('reference') },
          { system: systems.orderCode, is: equals('order_code') },
        ],
        'The reference of the visit, or the code of the clinic’s order',
      ),
    },
    subject: ({ visitId }) => ({ kind: 'visit', id: visitId }),
    present: (row) => present(row, systems),
  })
}

function present(row: RequestRow, systems: Systems): Resource {
  return {
    resourceType: 'ServiceRequest',
    id: row.id,
    identifier: [
      { system: systems.visitReference, value: row.reference },
      ...(row.orderCode === null ? [] : [{ system: systems.orderCode, value: row.orderCode }]),
    ],
    status: row.status,
    intent: 'order',
    category: [
      { coding: [{ system: 'http://snomed.info/sct', code: '108252007', display: 'Laboratory procedure' }] },
    ],
    priority: row.urgent ? 'urgent' : 'routine',
    code: { coding: [{ system: systems.test, code: row.testCode, display: row.test }], text: row.test },
    subject: referenceTo('Patient', row.personId),
    occurrenceDateTime: row.startsAt.toISOString(),
    authoredOn: row.authoredAt.toISOString(),
    ...(row.requester !== null && { requester: { display: row.requester } }),
    ...(row.diagnosis !== null && { reasonCode: [{ text: row.diagnosis }] }),
    locationReference: [referenceTo('Location', row.siteId)],
  }
}
