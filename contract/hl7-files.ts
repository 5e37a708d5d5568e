import { z } from 'zod'
import { fileName } from './attachments.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, page, pageOf, timestamp } from './fields.ts'
import { hl7Directions } from './hl7.ts'
import { keysOf } from './keys-of.ts'

/** Batch files (FHS, BHS, BTS, FTS) of hospitals without a line. See docs/decisions/0125. */

/** Bytes. */
export const largestHl7File = 16 * 1024 * 1024

const ofConnection = { access: ['admin'], params: idParams } as const
const changes = ['/api/hl7-connections'] as const

const file = z.object({
  id: z.string(),
  direction: z.enum(keysOf(hl7Directions)),
  name: z.string(),
  at: timestamp,
  by: z.string(),
  /** The number of messages. */
  messages: z.number().int(),
})
export type Hl7File = z.output<typeof file>

export const listHl7Files = endpoint({
  ...ofConnection,
  method: 'GET',
  path: '/api/hl7-connections/:id/files',
  summary: 'The batch files of an HL7 v2 connection, latest first.',
  query: z.strictObject({ ...page }),
  responses: { 200: z.object(pageOf(file)) },
  errors: ['not_found'],
})

export const addHl7File = endpoint({
  ...ofConnection,
  method: 'POST',
  path: '/api/hl7-connections/:id/files',
  changes,
  summary:
    'Take the messages of a batch file of the hospital, one after another, as if they had come over a line. A file that is not complete is refused as a whole.',
  headers: fileName,
  file: { most: largestHl7File },
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_found', 'not_possible_now', 'unsupported_type', 'too_large'],
})

export const makeHl7File = endpoint({
  ...ofConnection,
  method: 'POST',
  path: '/api/hl7-connections/:id/files/waiting',
  changes,
  summary: 'Put the messages that wait into a batch file for the hospital.',
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

export const readHl7File = endpoint({
  access: ['admin'],
  method: 'GET',
  path: '/api/hl7-connections/:id/files/:file',
  summary:
    'A batch file for the hospital, or the acknowledgements of a file of the hospital. The reading is audited.',
  params: z.strictObject({ id, file: id }),
  /** The bytes of the file. */
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})
