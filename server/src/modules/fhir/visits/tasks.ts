import type { Config } from '#server/config.ts'
import { instant, text, uuid } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import {
  codeParam,
  dateParam,
  equals,
  patientParam,
  requestIdParam,
  requestParam,
  tokenParam,
} from '../queries-conditions.ts'
import { areRequests, isRequest, progresses, type RequestRow, requestRows } from '../queries-requests.ts'
import { bothWays, kindOfTable } from '../queries-table.ts'
import { following } from '../references.ts'
import { baseOf, type Resource, referenceTo, type Systems, systemsOf } from '../resource.ts'

/** The progress of each ordered test, under the id of its ServiceRequest. */
export const tasks = (config: Config): Kind => {
  const systems = systemsOf(config)
  const base = baseOf(config)
  return kindOfTable<RequestRow>({
    type: 'Task',
    scope: 'system/Task.rs',
    ownRows: requestRows,
    order: { siteId: uuid('r.site_id'), holderId: uuid('r.holder_id'), testCode: text('r.test_code') },
    params: {
      _id: requestIdParam(areRequests),
      patient: patientParam(base),
      subject: patientParam(base),
      focus: requestParam(base, 'The ordered test', isRequest),
      status: codeParam('progress', progresses, 'The progress'),
      code: tokenParam([{ system: systems.test, is: equals('test_code') }], 'The code of the test'),
      'authored-on': dateParam('authored_at', 'The time of the order'),
    },
    sorts: {
      'authored-on': bothWays((way) => ({
        authoredAt: instant(`r.authored_at${way}`),
        id: text(`r.id${way}`),
      })),
    },
    references: {
      patient: following(['Patient'], (task) => task.for),
      subject: following(['Patient'], (task) => task.for),
      focus: following(['ServiceRequest'], ({ focus }) => focus),
    },
    summary: ['status', 'intent', 'code', 'focus', 'for', 'authoredOn'],
    subject: ({ visitId, personId }) =>
      visitId === null ? { kind: 'person', id: personId } : { kind: 'visit', id: visitId },
    present: (row) => present(row, systems),
  })
}

const present = (row: RequestRow, systems: Systems): Resource => ({
  resourceType: 'Task',
  id: row.id,
  status: row.progress,
  intent: 'order',
  priority: row.urgent ? 'urgent' : 'routine',
  code: { coding: [{ system: systems.test, code: row.testCode, display: row.test }], text: row.test },
  focus: referenceTo('ServiceRequest', row.id),
  for: referenceTo('Patient', row.personId),
  authoredOn: row.authoredAt.toISOString(),
  location: referenceTo('Location', row.siteId),
})
