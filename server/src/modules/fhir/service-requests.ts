import type { Config } from '#server/config.ts'
import { instant, text, uuid } from '#server/platform/list.ts'
import type { Kind } from './kind.ts'
import { checkRequest, placeRequest } from './place-requests.ts'
import { profiles } from './profiles.ts'
import {
  codeParam,
  dateParam,
  equals,
  fixedParam,
  isOwn,
  patientParam,
  requestIdParam,
  tokenParam,
} from './queries-conditions.ts'
import { areRequests, type RequestRow, requestRows, requestStatuses } from './queries-requests.ts'
import { bothWays, kindOfTable } from './queries-table.ts'
import { following, ofSubject } from './references.ts'
import { baseOf, type Resource, referenceTo, type Systems, systemsOf } from './resource.ts'
import { revokeRequest } from './revoke-requests.ts'

export const serviceRequests = (config: Config): Kind => {
  const systems = systemsOf(config)
  const kind = kindOfTable<RequestRow>({
    type: 'ServiceRequest',
    scope: 'system/ServiceRequest.rs',
    ownRows: requestRows,
    order: { siteId: uuid('r.site_id'), holderId: uuid('r.holder_id'), testCode: text('r.test_code') },
    params: {
      _id: requestIdParam(areRequests),
      patient: patientParam(baseOf(config)),
      subject: patientParam(baseOf(config)),
      authored: dateParam('authored_at', 'The time of the order'),
      occurrence: dateParam(
        'starts_at',
        'The start of the visit, or when an order without a visit is wanted',
      ),
      status: codeParam('status', requestStatuses, 'The state'),
      code: tokenParam([{ system: systems.test, is: equals('test_code') }], 'The code of the test'),
      category: fixedParam(category, 'The category: SNOMED CT 108252007'),
      identifier: tokenParam(
        [
          { system: systems.visitReference, is: equals('reference') },
          { system: systems.orderCode, is: equals('order_code') },
        ],
        'The reference of the visit, the code of the clinic’s order, or the program’s own identifier',
        isOwn,
      ),
    },
    sorts: {
      authored: bothWays((way) => ({ authoredAt: instant(`r.authored_at${way}`), id: text(`r.id${way}`) })),
    },
    references: {
      ...ofSubject,
      encounter: following(['Encounter'], ({ encounter }) => encounter),
      location: following(['Location'], ({ locationReference }) => locationReference),
    },
    profiles: profiles.ServiceRequest,
    summary: [
      ...['identifier', 'status', 'intent', 'category', 'priority', 'code', 'subject'],
      ...['occurrenceDateTime', 'authoredOn', 'requester'],
    ],
    subject: ({ visitId, personId }) =>
      visitId === null ? { kind: 'person', id: personId } : { kind: 'visit', id: visitId },
    present: (row) => present(row, systems),
  })
  return {
    ...kind,
    writes: {
      create: { scope: 'system/ServiceRequest.c', make: placeRequest, check: checkRequest },
      update: { scope: 'system/ServiceRequest.u', change: revokeRequest },
    },
  }
}

const category = [
  { coding: [{ system: 'http://snomed.info/sct', code: '108252007', display: 'Laboratory procedure' }] },
]

function present(row: RequestRow, systems: Systems): Resource {
  return {
    resourceType: 'ServiceRequest',
    id: row.id,
    identifier: [
      ...(row.ownValue === null ? [] : [{ system: row.ownSystem || undefined, value: row.ownValue }]),
      ...(row.reference === null ? [] : [{ system: systems.visitReference, value: row.reference }]),
      ...(row.orderCode === null ? [] : [{ system: systems.orderCode, value: row.orderCode }]),
    ],
    status: row.status,
    intent: 'order',
    category,
    priority: row.urgent ? 'urgent' : 'routine',
    code: { coding: [{ system: systems.test, code: row.testCode, display: row.test }], text: row.test },
    subject: referenceTo('Patient', row.personId),
    ...(row.visitId !== null && row.hasCome && { encounter: referenceTo('Encounter', row.visitId) }),
    ...(row.startsAt !== null && { occurrenceDateTime: row.startsAt.toISOString() }),
    authoredOn: row.authoredAt.toISOString(),
    ...(row.requester !== null && { requester: { display: row.requester } }),
    ...(row.diagnosis !== null && { reasonCode: [{ text: row.diagnosis }] }),
    ...(row.note !== null && { note: [{ text: row.note }] }),
    locationReference: [referenceTo('Location', row.siteId)],
  }
}
