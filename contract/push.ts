import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, nothing, requiredLine, timestamp } from './fields.ts'
import { roles } from './options.ts'

/** Web push to browsers while no page is open, and the live stream of notices while one is. */

/** Maximum number of browsers of one person. */
export const mostDevices = 10

const device = z.object({
  id: z.string(),
  /** The endpoint of the browser, shown to its own account only. A browser recognises itself in the list by it. */
  endpoint: z.string(),
  name: z.string(),
  addedAt: timestamp,
  /** When the push service last accepted a message for it; null before the first. */
  lastOkAt: timestamp.nullable(),
})
export type Device = z.output<typeof device>

export const readDevices = endpoint({
  method: 'GET',
  path: '/api/push',
  access: roles,
  summary: 'The browsers with push notifications of the signed-in person, and the key to subscribe with.',
  responses: { 200: z.object({ key: z.string(), devices: z.array(device) }) },
  errors: [],
})

const base64url = (name: string, length: number) =>
  z.string(`${name} is required`).regex(new RegExp(`^[\\w-]{${length}}={0,2}$`), `${name} is not well formed`)

const address = z.string('The address is required').max(1500, 'The address is too long')

export const addDevice = endpoint({
  method: 'POST',
  path: '/api/push/devices',
  changes: ['/api/push', '/api/notifications/preferences'],
  access: roles,
  summary: 'Subscribe this browser to push notifications. An existing subscription is kept.',
  body: z.strictObject({
    endpoint: address,
    keys: z.strictObject({ p256dh: base64url('The key', 87), auth: base64url('The secret', 22) }),
    name: requiredLine('Name', 60),
  }),
  responses: { 200: done.extend({ devices: z.array(device) }) },
  errors: ['not_possible_now', 'too_many_requests'],
})

export const knownDevice = endpoint({
  method: 'POST',
  path: '/api/push/devices/here',
  access: roles,
  summary:
    'Whether this browser is subscribed for the signed-in person; its subscription now ends with this session.',
  body: z.strictObject({ endpoint: address }),
  responses: { 200: z.object({ known: z.boolean() }) },
  errors: [],
})

export const removeDevice = endpoint({
  method: 'DELETE',
  path: '/api/push/devices/:id',
  changes: ['/api/push', '/api/notifications/preferences'],
  access: roles,
  summary: 'Remove the push subscription of one of the signed-in person’s browsers.',
  params: z.strictObject({ id }),
  responses: { 204: nothing },
  errors: ['not_found'],
})

export const testDevice = endpoint({
  method: 'POST',
  path: '/api/push/devices/:id/test',
  access: roles,
  summary: 'Send a test message to one of the signed-in person’s browsers.',
  params: z.strictObject({ id }),
  responses: { 200: done },
  errors: ['not_found', 'too_many_requests'],
})

/** `event: changed` at the start and whenever the person’s notices have changed: reload them. */
export const bellStream = endpoint({
  method: 'GET',
  path: '/api/notifications/live',
  access: roles,
  summary: 'A stream that signals new notices of the signed-in person (text/event-stream).',
  responses: { 200: z.unknown() },
  errors: ['busy'],
})
