import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { notificationTopics } from './notifications.ts'

/** Unsubscribing from e-mails without a session: the token of the link is the proof. */

const given = z.strictObject({ token: z.string().max(200) })

const unsubscription = z.object({
  topic: z.enum(notificationTopics),
  /** Masked. */
  address: z.string(),
  stopped: z.boolean(),
})
export type Unsubscription = z.output<typeof unsubscription>

const shared = {
  access: 'public',
  responses: { 200: unsubscription },
  errors: ['not_found', 'too_many_requests'],
} as const

/**
 * The URL in the header List-Unsubscribe: a GET redirects to the confirmation page, a POST is the one-click unsubscription of RFC 8058.
 * RFC 8058 requires the token in the URL; links in the text of mails have it behind the #.
 */
export const unsubscribePath = '/api/unsubscribe/:token'

export const readUnsubscription = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/unsubscriptions/read',
  body: given,
  summary: 'The topic and the masked address of an unsubscribe link, and whether its e-mails are stopped.',
})

export const stopEmails = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/unsubscriptions/stop',
  summary: 'Unsubscribe the address that the link was mailed to. Idempotent.',
  body: given,
})

export const unsubscribe = endpoint({
  ...shared,
  params: given,
  method: 'POST',
  path: unsubscribePath,
  summary: 'One-click unsubscription by a mail program (RFC 8058). Idempotent.',
  /** `List-Unsubscribe=One-Click`, or empty. */
  body: z.unknown(),
})

export const resubscribe = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/unsubscriptions/resume',
  summary: 'Subscribe the address again.',
  body: given,
})
