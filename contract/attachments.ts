import { z } from 'zod'
import { laboratoryReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { done, idParams, paragraph, timestamp } from './fields.ts'
import { staffRoles } from './options.ts'

/** Files that staff attach to a task: a print of the analyser, a picture of a film. Those that are marked are part of the report. */
export const attachmentTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type AttachmentType = (typeof attachmentTypes)[number]

/** Bytes. */
export const largestAttachment = 10_485_760
/** Maximum number of attachments of a task, not counting removed attachments. */
export const mostAttachments = 10

export const fileName = z.object({
  /** The file name, percent-encoded. It is sent in a header, because proxies and servers log URLs. */
  'x-file-name': z
    .string({ error: 'Name the file' })
    .max(2000, 'The name of the file is too long')
    .regex(/^[\x21-\x7e]*$/, 'Encode the name of the file (encodeURIComponent)'),
})

export const storedFile = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(attachmentTypes),
  /** Bytes. */
  size: z.number().int(),
  addedBy: z.string(),
  addedAt: timestamp,
})

export const removalReason = z.strictObject({
  reason: paragraph('Reason', 500).refine((text) => text !== '', 'Say why it is removed'),
})

const attachment = storedFile.extend({
  inReport: z.boolean(),
  removed: z.object({ by: z.string(), at: timestamp, reason: z.string() }).nullable(),
})
export type Attachment = z.output<typeof attachment>

export const listAttachments = endpoint({
  method: 'GET',
  path: '/api/Labtask/task/:id/attachments',
  access: staffRoles,
  summary: 'The files attached to a task, removed ones included, oldest first.',
  params: idParams,
  responses: {
    200: z.object({
      attachments: z.array(attachment),
      /** Why attachments cannot be added or removed now; null if they can. */
      whyNotChange: z.string().nullable(),
    }),
  },
  errors: ['not_found'],
})

export const addAttachment = endpoint({
  method: 'POST',
  path: '/api/Labtask/task/:id/attachments',
  changes: laboratoryReads,
  access: staffRoles,
  summary:
    'Attach a PDF, PNG or JPEG of up to 10 MB; the type is read from the content. Sending the same file again adds no second attachment.',
  params: idParams,
  headers: fileName,
  file: { most: largestAttachment },
  responses: { 200: done.extend({ attachment }) },
  errors: ['not_found', 'not_possible_now', 'unsupported_type', 'too_large'],
})

export const readAttachment = endpoint({
  method: 'GET',
  path: '/api/Labtask/attachment/:id',
  access: staffRoles,
  summary: 'An attached file as it was uploaded. Only managers can read a removed file.',
  params: idParams,
  /** The bytes of the file. */
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})

export const removeAttachment = endpoint({
  method: 'POST',
  path: '/api/Labtask/attachment/:id/remove',
  changes: laboratoryReads,
  access: staffRoles,
  summary: 'Mark an attached file as removed; refused once the results are released. The file is kept.',
  params: idParams,
  body: removalReason,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const placeAttachment = endpoint({
  method: 'PUT',
  path: '/api/Labtask/attachment/:id/report',
  changes: laboratoryReads,
  access: staffRoles,
  summary:
    'Make an attached file part of the report, or take it out of it, until the results are released. A picture is printed on a page of its own, a PDF is embedded.',
  params: idParams,
  body: z.strictObject({ inReport: z.boolean({ error: 'Say whether it is part of the report' }) }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now', 'unsupported_type', 'too_large', 'busy'],
})
