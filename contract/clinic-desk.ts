import { z } from 'zod'
import { patientReads, visitReads } from './changes.ts'
import { listedOrder } from './clinic-orders.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, line, page, pageOf } from './fields.ts'
import { staffRoles } from './options.ts'
import { ticketCard } from './queue-views.ts'

/** Calls of staff on the orders of clinics. */

const expectedOrder = listedOrder.extend({ facility: z.string(), siteId: z.string() })
export type ExpectedOrder = z.output<typeof expectedOrder>

export const listExpectedOrders = endpoint({
  method: 'GET',
  path: '/api/expected-orders',
  access: staffRoles,
  summary:
    'Open orders of clinics, the oldest first. The search finds names, person numbers and codes of requests.',
  query: z.strictObject({ search: line('Search', 200).optional(), siteId: id.optional(), ...page }),
  responses: { 200: z.object(pageOf(expectedOrder)) },
  errors: [],
})

export const checkInOrder = endpoint({
  method: 'POST',
  path: '/api/expected-orders/:id/check-in',
  changes: ['/api/expected-orders', '/api/Labtask', ...visitReads, ...patientReads],
  access: staffRoles,
  summary:
    'Check in the patient of an open order. Creates an arrived visit with the ordered tests, and its ticket.',
  params: idParams,
  responses: {
    201: done.extend({
      visit: z.object({ id: z.string(), reference: z.string() }),
      ticket: ticketCard,
      passCode: z.string(),
    }),
  },
  errors: ['not_found', 'not_possible_now'],
})
