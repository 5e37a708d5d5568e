import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { page } from './fields.ts'
import { staffRoles } from './options.ts'

/** Error codes of the form-service protocol. Any service that speaks it can take the laboratory's messages. */
export const contactFormCodes = [
  'BLOCKED',
  'EMPTY',
  'FILES_TOO_BIG',
  'FORM_NOT_FOUND',
  'INACTIVE',
  'NO_FILE_UPLOADS',
  'PROJECT_NOT_FOUND',
  'TOO_MANY_FILES',
] as const
export const contactFieldCodes = [
  'REQUIRED_FIELD_EMPTY',
  'REQUIRED_FIELD_MISSING',
  'TYPE_EMAIL',
  'TYPE_NUMERIC',
  'TYPE_TEXT',
] as const

/** What a form service answers: errors as a list, an error string, or a next link. */
export const contactAnswer = z.union([
  z.object({
    errors: z.array(
      z.object({ field: z.string().optional(), code: z.string().optional(), message: z.string() }),
    ),
  }),
  z.object({ error: z.string() }),
  z.object({ next: z.string() }),
])
export type ContactAnswer = z.output<typeof contactAnswer>

/** Its input is read by hand in the service: bad fields are answered in the protocol, not in the house's form. */
export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact/:formId',
  access: 'public',
  summary: "The laboratory's own form service: stores a message and tells the laboratory.",
  params: z.strictObject({ formId: z.string().max(100) }),
  body: z.unknown(),
  responses: { 200: contactAnswer },
  errors: ['too_many_requests'],
})

export const contactMessages = endpoint({
  method: 'GET',
  path: '/api/contact-messages',
  access: staffRoles,
  permission: 'messages',
  summary: 'Messages sent through the contact form, newest first.',
  query: z.strictObject({ ...page }),
  responses: {
    200: z.object({
      messages: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          email: z.string(),
          message: z.string(),
          receivedAt: z.string(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  errors: [],
})
