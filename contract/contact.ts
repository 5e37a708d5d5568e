import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, idParams, page, pageOf, paragraph, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { staffRoles } from './options.ts'

/** Error codes of the form-service protocol. Any service with this protocol can receive the laboratory’s messages. */
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

/** The answer of a form service: a list of errors, an error string, or a next link. */
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

/** The body is parsed by hand: its errors are answered in the form-service protocol, not in the product’s own format. */
export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact/:formId',
  access: 'public',
  summary: "Store a message from the laboratory's own contact form and notify the laboratory.",
  params: z.strictObject({ formId: z.string().max(100) }),
  body: z.unknown(),
  responses: { 200: contactAnswer },
  errors: ['too_many_requests'],
})

/** The signed display time of the form, sent back with the message to detect automated submissions. */
export const showContactForm = endpoint({
  method: 'GET',
  path: '/api/contact/:formId',
  access: 'public',
  summary: 'Sign the time at which the contact form is shown.',
  params: z.strictObject({ formId: z.string().max(100) }),
  responses: { 200: z.object({ shown: z.string() }) },
  errors: ['not_found'],
})

export const contactStates = ['open', 'answered', 'done', 'spam'] as const
export type ContactState = (typeof contactStates)[number]

/** The signs of spam in a message, as managers read them. */
export const spamSigns = {
  trap: 'a hidden field was filled in',
  quick: 'sent within seconds',
  unshown: 'sent without opening the form',
  links: 'more than one link',
  many_links: 'many links',
  markup: 'links written as a program writes them',
  link_in_name: 'a link in the name',
  many: 'many messages from this address within an hour',
} as const
export type SpamSign = keyof typeof spamSigns
const signNames = keysOf(spamSigns)

const contactMessage = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  receivedAt: timestamp,
  state: z.enum(contactStates),
  signs: z.array(z.enum(signNames)),
})
export type ContactMessage = z.output<typeof contactMessage>

const threadEntry = z.object({
  id: z.string(),
  from: z.enum(['patient', 'laboratory']),
  text: z.string(),
  at: timestamp,
})

const openedMessage = contactMessage.extend({
  /** Who set the state last, and when; null if it was never changed. */
  sorted: z.object({ by: z.string(), at: timestamp }).nullable(),
  answers: z.array(z.object({ id: z.string(), text: z.string(), by: z.string(), at: timestamp })),
  /** The account of a signed-in patient who wrote it; null if it came through the contact form. */
  accountId: z.string().nullable(),
  /** The conversation with this patient, oldest first; empty if the message came through the contact form. */
  thread: z.array(threadEntry),
})
export type OpenedMessage = z.output<typeof openedMessage>

const thread = z.object({ entries: z.array(threadEntry) })

export const readThread = endpoint({
  method: 'GET',
  path: '/api/messages',
  access: ['user'],
  summary: 'The caller’s conversation with the laboratory, oldest first, its latest 200 entries.',
  responses: { 200: thread },
  errors: [],
})

export const writeToLaboratory = endpoint({
  method: 'POST',
  path: '/api/messages',
  access: ['user'],
  changes: ['/api/messages'],
  summary: 'Write to the laboratory. Staff answer in their inbox, and the caller is told of the answer.',
  body: z.strictObject({
    text: paragraph('Message', 2_000).refine((text) => text !== '', 'Write a message'),
  }),
  responses: { 201: thread },
  errors: ['too_many_requests'],
})

/** Properties that all calls on the inbox share. */
const ofInbox = { access: staffRoles, permission: 'messages' } as const

export const contactMessages = endpoint({
  ...ofInbox,
  method: 'GET',
  path: '/api/contact-messages',
  summary: 'Messages sent through the contact form, newest first.',
  query: z.strictObject({ state: z.enum(contactStates).optional(), ...page }),
  responses: {
    200: z.object({
      ...pageOf(contactMessage),
      /** Number of messages in each state, up to 1,000. */
      counts: z.object({ open: z.number().int(), spam: z.number().int() }),
    }),
  },
  errors: [],
})

export const readContactMessage = endpoint({
  ...ofInbox,
  method: 'GET',
  path: '/api/contact-messages/:id',
  summary: 'A message sent through the contact form, with its answers.',
  params: idParams,
  responses: { 200: openedMessage },
  errors: ['not_found'],
})

export const answerContactMessage = endpoint({
  ...ofInbox,
  method: 'POST',
  path: '/api/contact-messages/:id/answer',
  changes: ['/api/contact-messages'],
  summary:
    'Answer an open message: by e-mail if it came through the contact form; in the product if a signed-in patient wrote it, who is told that there is an answer.',
  params: idParams,
  body: z.strictObject({
    text: paragraph('Answer', 5_000).refine((text) => text !== '', 'Write an answer'),
  }),
  responses: { 200: done.extend({ contact: openedMessage }) },
  errors: ['not_found', 'changed_meanwhile'],
})

export const sortContactMessage = endpoint({
  ...ofInbox,
  method: 'POST',
  path: '/api/contact-messages/:id/state',
  changes: ['/api/contact-messages'],
  summary: 'Mark a message as done or as spam, or open it again.',
  params: idParams,
  /** `from` is the state that the caller saw: a change based on an outdated state is refused. */
  body: z.strictObject({ from: z.enum(contactStates), to: z.enum(['open', 'done', 'spam']) }),
  responses: { 200: done.extend({ contact: openedMessage }) },
  errors: ['not_found', 'changed_meanwhile'],
})
