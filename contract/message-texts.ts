import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { type FieldErrors, fieldErrors } from './errors.ts'
import { done, line, paragraph, timestamp } from './fields.ts'
import { messageForms, messageKindNames, mostTitle } from './message-kinds.ts'
import { languages, staffRoles } from './options.ts'

/** The laboratory’s custom texts of messages, by kind, language and channel. */

const key = {
  kind: z.enum(messageKindNames, { error: 'This kind of message is not known' }),
  language: z.enum(languages, { error: 'Choose a language from the list' }),
  form: z.enum(messageForms, { error: 'Choose a form from the list' }),
}
/** The version that the caller has read; 0 is the built-in text. */
const version = z.number().int().min(0).max(2_000_000)
const words = { title: line('The first line', mostTitle), body: paragraph('The text', 5_000) }

const text = z.object({
  ...key,
  title: z.string(),
  body: z.string(),
  version: z.number().int(),
  /** Null if it is the built-in text. */
  edited: z.object({ by: z.string(), at: timestamp }).nullable(),
})
export type EditableText = z.output<typeof text>

const shared = { access: staffRoles, permission: 'configure' } as const

export const messageTexts = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/message-texts',
  summary: 'The texts of all messages, by language and channel.',
  responses: { 200: z.object({ texts: z.array(text), smsConnected: z.boolean() }) },
  errors: [],
})

const preview = z.object({
  title: z.string(),
  /** The plain-text part of an e-mail; the text itself for an SMS, push or notice. */
  text: z.string(),
  html: z.string().nullable(),
  sms: z
    .object({
      encoding: z.enum(['GSM-7', 'UCS-2']),
      units: z.number().int(),
      segments: z.number().int(),
    })
    .nullable(),
  /** Errors by `title` and `body`; empty if the text can be saved. */
  problems: fieldErrors,
})
export type TextPreview = z.output<typeof preview> & { problems: FieldErrors }

export const previewText = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/message-texts/preview',
  summary: 'Preview a text with sample values, and the problems that prevent saving it.',
  body: z.strictObject({ ...key, ...words }),
  responses: { 200: preview },
  errors: [],
})

const saved = done.extend({ text })

export const saveText = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/message-texts',
  changes: ['/api/message-texts'],
  summary:
    'Replace a text from now on. Unknown or missing placeholders and SMS that are too long are refused.',
  body: z.strictObject({ ...key, ...words, version }),
  responses: { 200: saved },
  errors: ['changed_meanwhile'],
})

export const restoreText = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/message-texts/restore',
  changes: ['/api/message-texts'],
  summary: 'Restore the built-in text. The replaced text stays in the history.',
  body: z.strictObject({ ...key, version }),
  responses: { 200: saved },
  errors: ['changed_meanwhile'],
})
