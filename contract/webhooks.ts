import { z } from 'zod'
import type { ApiScope } from './api-clients.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, page, pageOf, requiredLine, timestamp } from './fields.ts'
import type { KeyScope } from './key-scopes.ts'
import { keysOf } from './keys-of.ts'

/** Events that are sent to the addresses of API clients. */

/** The events by name, and the scope that a client of FHIR, or an API key beside `webhooks`, needs to hear them. */
export const webhookEvents = {
  'visit.booked': { label: 'Visit booked', scope: 'system/Appointment.rs', keyScope: 'visits:read' },
  'visit.moved': { label: 'Visit moved', scope: 'system/Appointment.rs', keyScope: 'visits:read' },
  'visit.changed': { label: 'Visit changed', scope: 'system/Appointment.rs', keyScope: 'visits:read' },
  'visit.cancelled': { label: 'Visit cancelled', scope: 'system/Appointment.rs', keyScope: 'visits:read' },
  'visit.checked-in': { label: 'Patient arrived', scope: 'system/Appointment.rs', keyScope: 'visits:read' },
  'visit.no-show': { label: 'Patient did not come', scope: 'system/Appointment.rs', keyScope: 'visits:read' },
  'sample.collected': { label: 'Sample collected', scope: 'system/Specimen.rs', keyScope: 'visits:read' },
  'sample.received': { label: 'Sample received', scope: 'system/Specimen.rs', keyScope: 'visits:read' },
  'sample.rejected': { label: 'Sample rejected', scope: 'system/Specimen.rs', keyScope: 'visits:read' },
  'report.released': {
    label: 'Report released',
    scope: 'system/DiagnosticReport.rs',
    keyScope: 'results:read',
  },
  'report.corrected': {
    label: 'Report corrected',
    scope: 'system/DiagnosticReport.rs',
    keyScope: 'results:read',
  },
  'report.withdrawn': {
    label: 'Report withdrawn',
    scope: 'system/DiagnosticReport.rs',
    keyScope: 'results:read',
  },
} as const satisfies Readonly<Record<string, { label: string; scope: ApiScope; keyScope: KeyScope }>>
export type EventType = keyof typeof webhookEvents
export const webhookEventNames = keysOf(webhookEvents)
/** What is sent besides events: a test that a manager requests, and the handshake and heartbeats of FHIR Subscriptions. */
export const deliveryNames = ['webhook.test', 'subscription.handshake', 'subscription.heartbeat'] as const
/** What a Subscription sends of a resource. */
export const subscriptionPayloads = ['empty', 'id-only', 'full-resource'] as const
export type SubscriptionPayload = (typeof subscriptionPayloads)[number]
export type DeliveryType = EventType | (typeof deliveryNames)[number]

const event = z.enum(webhookEventNames, { error: 'Choose from the list' })

/** `unpaid`: a report that is sent once its visit is paid. */
export const deliveryStates = {
  unpaid: 'Waiting for payment',
  planned: 'Waiting',
  sending: 'Being sent',
  sent: 'Delivered',
  failed: 'Failed',
} as const
export type DeliveryState = keyof typeof deliveryStates
const deliveryStateNames = keysOf(deliveryStates)

/** `failing`: the latest attempt failed. `off`: a day of failures. `gone`: the receiver answered 410. */
export const webhookStates = ['on', 'failing', 'off', 'gone', 'ended'] as const
export type WebhookState = (typeof webhookStates)[number]

const webhook = z.object({
  id: z.string(),
  address: z.string(),
  events: z.array(event),
  state: z.enum(webhookStates),
  failingSince: timestamp.nullable(),
  createdAt: timestamp,
  createdBy: z.string().nullable(),
  /** The search of a FHIR Subscription; null: a manager added the webhook. */
  criteria: z.string().nullable(),
  /** Until when the previous secret also signs; null: there is no previous secret. */
  oldSecretUntil: timestamp.nullable(),
})
export type Webhook = z.output<typeof webhook>

const changes = ['/api/api-clients', '/api/webhooks'] as const

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/api-clients/:id/webhooks',
  access: ['admin'],
  scope: 'webhooks',
  summary: 'The webhooks of an API client, those in use first.',
  params: idParams,
  responses: {
    200: z.object({
      client: z.object({
        id: z.string(),
        name: z.string(),
        /** The events that its permissions allow; none if it is ended. */
        events: z.array(event),
      }),
      webhooks: z.array(webhook),
    }),
  },
  errors: ['not_found'],
})

export const addWebhook = endpoint({
  method: 'POST',
  path: '/api/api-clients/:id/webhooks',
  changes,
  access: ['admin'],
  scope: 'webhooks',
  summary: 'Add a webhook. The answer alone contains its secret.',
  params: idParams,
  body: z.strictObject({
    address: requiredLine('Address', 500),
    events: z.array(event).min(1, 'Choose at least one event').max(20),
  }),
  responses: { 201: done.extend({ id: z.string(), secret: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

export const readWebhook = endpoint({
  method: 'GET',
  path: '/api/webhooks/:id',
  access: ['admin'],
  scope: 'webhooks',
  summary: 'A webhook.',
  params: idParams,
  responses: { 200: webhook.extend({ client: z.object({ id: z.string(), name: z.string() }) }) },
  errors: ['not_found'],
})

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/secret',
  changes,
  access: ['admin'],
  scope: 'webhooks',
  summary:
    'Make a new secret. The secret before signs too for another day. The answer alone contains the new one.',
  params: idParams,
  responses: { 201: done.extend({ secret: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/test',
  changes,
  access: ['admin'],
  scope: 'webhooks',
  summary: 'Send a test event.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const resumeWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/resume',
  changes,
  access: ['admin'],
  scope: 'webhooks',
  summary: 'Turn a webhook on again that was turned off after failures, or try a failing one at once.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const endWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/end',
  changes,
  access: ['admin'],
  scope: 'webhooks',
  summary: 'End a webhook. Nothing more is sent, and it cannot be turned on again.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

const delivery = z.object({
  id: z.string(),
  type: z.union([event, z.enum(deliveryNames)]),
  state: z.enum(deliveryStateNames),
  /** The visit that the event is about; null for a test. */
  reference: z.string().nullable(),
  at: timestamp,
  attempts: z.number().int(),
  triedAt: timestamp.nullable(),
  /** The status of the latest answer; null: there was none. */
  status: z.number().int().nullable(),
  /** Why the latest attempt failed. */
  error: z.string().nullable(),
  /** When the next attempt is made; null: there is none. */
  dueAt: timestamp.nullable(),
})
export type Delivery = z.output<typeof delivery>

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  access: ['admin'],
  scope: 'webhooks',
  summary: 'The deliveries of a webhook in the past 30 days, latest event first.',
  params: idParams,
  query: z.strictObject({ state: z.enum(deliveryStateNames).optional(), ...page }),
  responses: { 200: z.object(pageOf(delivery)) },
  errors: ['not_found'],
})

export const redeliver = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:deliveryId/again',
  changes,
  access: ['admin'],
  scope: 'webhooks',
  summary: 'Send a delivery again, under the same webhook-id.',
  params: z.strictObject({ id, deliveryId: id }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})
