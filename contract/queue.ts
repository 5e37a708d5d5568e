import { z } from 'zod'
import { bornOn, detailFields, personNumber, testType } from './booking.ts'
import { patientReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { done, fullName, id, idempotencyKey, idParams, line, requiredLine } from './fields.ts'
import { newBill } from './money.ts'
import { staffRoles } from './options.ts'
import { newOrder } from './orders.ts'
import { unnamed } from './people.ts'
import {
  boardState,
  deskState,
  floorState,
  myState,
  place,
  queueEvent,
  room,
  ticketCard,
} from './queue-views.ts'

/** Check-in and views of the queue. */

const siteId = id.optional()
const onSite = z.strictObject({ siteId })

const lastEventId = z.object({ 'last-event-id': z.string().max(40).optional() })

// Check-in

const checkedIn = done.extend({
  place,
  /** Shows the ticket’s place to its holder without signing in. */
  passCode: z.string(),
})

export const checkInAtKiosk = endpoint({
  method: 'POST',
  path: '/api/queue/check-in',
  access: 'public',
  summary:
    'Check in with the scanned QR code, or with reference and surname. Same refusal whether or not the reference exists.',
  body: z.strictObject({
    /** The content of the QR code, or the typed reference. */
    code: requiredLine('Code', 60),
    /** Required with a reference, not with a scanned code. */
    surname: line('Surname', 200).default(''),
    siteId,
  }),
  responses: { 200: checkedIn },
  errors: ['not_found', 'not_possible_now', 'too_many_requests'],
})

export const checkInAtDesk = endpoint({
  method: 'POST',
  path: '/api/queue/check-in/:id',
  access: staffRoles,
  summary:
    'Check in a visit at the desk: it is marked as arrived and gets a ticket, or keeps the one it has.',
  params: idParams,
  body: z
    .strictObject({
      /** Called before everyone else. The priority that a patient chose at booking has no effect here. */
      urgent: z.boolean().optional(),
      room: room.optional(),
    })
    .optional(),
  responses: { 200: done.extend({ ticket: ticketCard, passCode: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

export const registerWalkIn = endpoint({
  method: 'POST',
  path: '/api/queue/walk-in',
  changes: patientReads,
  access: staffRoles,
  summary: 'Register a walk-in: an arrived visit and its ticket in one transaction.',
  headers: idempotencyKey,
  body: z.strictObject({
    /** Omit the name if it is unknown. Phone number or address are optional for an unnamed person and with a person number. */
    patientDetails: z.strictObject({ ...detailFields, fullName: fullName.optional() }),
    ...unnamed,
    personNumber: personNumber.optional(),
    bornOn,
    order: newOrder.optional(),
    /** Who pays: the patient unless it is given. */
    bill: newBill.optional(),
    testType,
    urgent: z.boolean().default(false),
    siteId,
  }),
  repeatable: true,
  responses: {
    201: done.extend({
      visit: z.object({ id: z.string(), reference: z.string() }),
      ticket: ticketCard,
      passCode: z.string(),
    }),
  },
  errors: ['key_reused'],
})

// Views

export const queueBoard = endpoint({
  method: 'GET',
  path: '/api/queue/board/:id',
  access: 'public',
  summary: 'The public board of a site: ticket codes and desks.',
  params: idParams,
  responses: { 200: boardState },
  errors: ['not_found'],
})

export const queueBoardStream = endpoint({
  method: 'GET',
  path: '/api/queue/board/:id/stream',
  access: 'public',
  summary: 'The public board of a site as a stream (text/event-stream).',
  params: idParams,
  headers: lastEventId,
  responses: { 200: z.unknown() },
  errors: ['not_found', 'busy'],
})

export const queueMine = endpoint({
  method: 'GET',
  path: '/api/queue/mine',
  access: ['user'],
  summary:
    "The caller's own places in the queue; by default at the site of their latest ticket or next visit.",
  query: onSite,
  responses: { 200: myState },
  errors: [],
})

export const queueMineStream = endpoint({
  method: 'GET',
  path: '/api/queue/mine/stream',
  access: ['user'],
  summary: "The caller's own places in the queue as a stream (text/event-stream).",
  query: onSite,
  headers: lastEventId,
  responses: { 200: z.unknown() },
  errors: ['busy'],
})

const passHeader = z.object({ 'x-pass-code': z.string({ error: 'Show a pass code' }).max(60) })

export const queuePlace = endpoint({
  method: 'GET',
  path: '/api/queue/place',
  access: 'public',
  summary: 'The place in the queue of the visit with this pass code (header X-Pass-Code), without names.',
  headers: passHeader,
  responses: { 200: myState },
  errors: ['not_found', 'too_many_requests'],
})

export const queuePlaceStream = endpoint({
  method: 'GET',
  path: '/api/queue/place/stream',
  access: 'public',
  summary: 'The place in the queue of the visit with this pass code as a stream (text/event-stream).',
  headers: passHeader.extend(lastEventId.shape),
  responses: { 200: z.unknown() },
  errors: ['not_found', 'too_many_requests', 'busy'],
})

export const queueDesk = endpoint({
  method: 'GET',
  path: '/api/queue/desk',
  access: staffRoles,
  summary:
    'The desk console: desks, the waiting tickets in order with the reason of each place, and the recently finished ones.',
  query: onSite,
  responses: { 200: deskState },
  errors: ['not_found'],
})

export const queueDeskStream = endpoint({
  method: 'GET',
  path: '/api/queue/desk/stream',
  access: staffRoles,
  summary: 'The desk console as a stream (text/event-stream).',
  query: onSite,
  headers: lastEventId,
  responses: { 200: z.unknown() },
  errors: ['not_found', 'busy'],
})

export const queueFloor = endpoint({
  method: 'GET',
  path: '/api/queue/floor',
  access: staffRoles,
  permission: 'appointments',
  summary: "The manager's floor: the desk console with the figures of the day, staff, and who is late.",
  query: onSite,
  responses: { 200: floorState },
  errors: ['not_found'],
})

export const queueFloorStream = endpoint({
  method: 'GET',
  path: '/api/queue/floor/stream',
  access: staffRoles,
  permission: 'appointments',
  summary: "The manager's floor as a stream (text/event-stream).",
  query: onSite,
  headers: lastEventId,
  responses: { 200: z.unknown() },
  errors: ['not_found', 'busy'],
})

export const explainTicket = endpoint({
  method: 'GET',
  path: '/api/queue/ticket/:id',
  access: staffRoles,
  summary: 'A ticket with its history and the reason why each ticket before it comes first.',
  params: idParams,
  responses: {
    200: z.object({
      ticket: ticketCard,
      position: z.number().int().nullable(),
      standing: z.string().nullable(),
      before: z.array(z.object({ code: z.string(), why: z.string() })),
      history: z.array(queueEvent),
    }),
  },
  errors: ['not_found'],
})
