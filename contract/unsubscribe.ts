import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { notificationTopics } from './notifications.ts'

/** Unsubscribing from e-mails without a session: the token of the link is the proof. */

const params = z.strictObject({ token: z.string().max(200) })

const unsubscription = z.object({
  topic: z.enum(notificationTopics),
  /** Masked. */
  address: z.string(),
  stopped: z.boolean(),
})
export type Unsubscription = z.output<typeof unsubscription>

const shared = {
  access: 'public',
  params,
  responses: { 200: unsubscription },
  errors: ['not_found', 'too_many_requests'],
} as const

/** A GET redirects to the confirmation page; the same URL takes the one-click POST of RFC 8058. */
export const unsubscribePath = '/api/unsubscribe/:token'

export const readUnsubscription = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/unsubscriptions/:token',
  summary: 'Which e-mails an unsubscribe link concerns, and whether they are off.',
})

export const unsubscribe = endpoint({
  ...shared,
  method: 'POST',
  path: unsubscribePath,
  summary: 'Unsubscribe the address that the link was mailed to. Idempotent.',
  /** `List-Unsubscribe=One-Click`, or empty. */
  body: z.unknown(),
})

export const resubscribe = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/unsubscriptions/:token',
  summary: 'Subscribe the address again.',
})
