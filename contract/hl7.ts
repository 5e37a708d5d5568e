import { z } from 'zod'
import { allowedAddresses, portNumber } from './connections.ts'
import { endpoint, type ResponseOf } from './endpoint.ts'
import { done, id, idParams, line, page, pageOf, requiredLine, revision, timestamp } from './fields.ts'
import { hl7MessageStates } from './hl7-states.ts'
import { textEncodings } from './instruments.ts'
import { keysOf } from './keys-of.ts'

/** HL7 v2 connections of API clients over MLLP: settings, codes and messages. See docs/decisions/0112. */

export const hl7Ways = {
  listen: 'The hospital connects to this server',
  connect: 'This server connects to the hospital',
} as const
export type Hl7Way = keyof typeof hl7Ways
export const hl7Processings = { P: 'Production', T: 'Training', D: 'Debugging' } as const
export type Hl7Processing = keyof typeof hl7Processings

export const hl7CodeKinds = {
  test: 'Test (OBR-4)',
  authority: 'Assigning authority of identifiers',
} as const
export type Hl7CodeKind = keyof typeof hl7CodeKinds

const named = z.object({ id: z.string(), name: z.string() })
const settings = {
  name: requiredLine('Name', 60),
  way: z.enum(keysOf(hl7Ways), { error: 'Choose who connects' }),
  host: line('Address of the hospital', 200),
  port: portNumber,
  allowed: allowedAddresses,
  /** If the hospital connects to this server, the server needs INSTRUMENTS_TLS_CERT and INSTRUMENTS_TLS_KEY. */
  tls: z.boolean({ error: 'Choose whether the connection is encrypted' }).default(false),
  encoding: z.enum(keysOf(textEncodings), { error: 'Choose the encoding' }).default('utf8'),
  processing: z.enum(keysOf(hl7Processings), { error: 'Choose the processing id' }).default('P'),
}
const hasHost = ({ way, host }: { way: Hl7Way; host: string }) => (way === 'connect') === (host !== '')
const withHost = {
  path: ['host'] as PropertyKey[],
  message: 'Enter the address of the hospital if this server connects to it, and otherwise none',
}

const connection = z.object({
  ...settings,
  id: z.string(),
  client: named,
  isOn: z.boolean(),
  version: z.number().int(),
  connectedAt: timestamp.nullable(),
  heardAt: timestamp.nullable(),
  messageAt: timestamp.nullable(),
  trouble: z.string(),
  troubleAt: timestamp.nullable(),
  /** Messages that wait for a decision. */
  held: z.number().int(),
  endedAt: timestamp.nullable(),
})
export type Hl7Connection = z.output<typeof connection>

const changes = ['/api/hl7-connections'] as const
const manager = { access: ['admin'] } as const

export const listHl7Connections = endpoint({
  method: 'GET',
  path: '/api/hl7-connections',
  ...manager,
  summary:
    'HL7 v2 connections, those in use first. A manager of some sites sees those of clients of these sites.',
  responses: { 200: z.object({ connections: z.array(connection) }) },
  errors: [],
})

export const addHl7Connection = endpoint({
  method: 'POST',
  path: '/api/hl7-connections',
  changes,
  ...manager,
  summary: 'Add an HL7 v2 connection to an API client, turned off.',
  body: z.strictObject({ clientId: id, ...settings }).refine(hasHost, withHost),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

const code = z.object({
  kind: z.enum(keysOf(hl7CodeKinds)),
  code: z.string(),
  means: z.string(),
  /** The name of the test; empty for an authority. */
  name: z.string(),
})
export type Hl7Code = z.output<typeof code>

export const readHl7Connection = endpoint({
  method: 'GET',
  path: '/api/hl7-connections/:id',
  ...manager,
  summary: 'An HL7 v2 connection with the codes of its hospital.',
  params: idParams,
  responses: { 200: connection.extend({ codes: z.array(code) }) },
  errors: ['not_found'],
})

export const changeHl7Connection = endpoint({
  method: 'PUT',
  path: '/api/hl7-connections/:id',
  changes,
  ...manager,
  summary: 'Change the settings of an HL7 v2 connection.',
  params: idParams,
  body: z.strictObject({ version: revision(), ...settings }).refine(hasHost, withHost),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile', 'not_possible_now'],
})

export const turnHl7Connection = endpoint({
  method: 'PUT',
  path: '/api/hl7-connections/:id/on',
  changes,
  ...manager,
  summary: 'Turn an HL7 v2 connection on or off.',
  params: idParams,
  body: z.strictObject({ isOn: z.boolean({ error: 'Choose on or off' }) }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const endHl7Connection = endpoint({
  method: 'POST',
  path: '/api/hl7-connections/:id/end',
  changes,
  ...manager,
  summary: 'End an HL7 v2 connection. It cannot be turned on again.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const mapHl7Code = endpoint({
  method: 'PUT',
  path: '/api/hl7-connections/:id/codes',
  changes,
  ...manager,
  summary: 'Say what a code of the hospital means; an empty meaning removes it.',
  params: idParams,
  body: z.strictObject({
    kind: z.enum(keysOf(hl7CodeKinds), { error: 'Choose the kind' }),
    code: requiredLine('Code', 60),
    /** The code of a test, or a URI. */
    means: line('Meaning', 300),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

const message = z.object({
  id: z.string(),
  type: z.string(),
  controlId: z.string(),
  at: timestamp,
  state: z.enum(keysOf(hl7MessageStates)),
  /** Names the segment and the field. */
  reason: z.string(),
  times: z.number().int(),
})
export type Hl7Message = z.output<typeof message>

export const listHl7Messages = endpoint({
  method: 'GET',
  path: '/api/hl7-connections/:id/messages',
  ...manager,
  summary: 'The messages of an HL7 v2 connection, latest first.',
  params: idParams,
  query: z.strictObject({ state: z.enum(keysOf(hl7MessageStates)).optional(), ...page }),
  responses: { 200: z.object(pageOf(message)) },
  errors: ['not_found'],
})

const messageParams = z.strictObject({ id, message: id })

export const readHl7Message = endpoint({
  method: 'GET',
  path: '/api/hl7-connections/:id/messages/:message',
  ...manager,
  summary: 'A message with its text. Reading it is noted in the audit trail.',
  params: messageParams,
  responses: {
    200: message.extend({
      connection: named,
      peer: z.string(),
      /** The segments, one on each line. */
      text: z.string(),
      isCutShort: z.boolean(),
      /** The answer to a received message; empty: none. */
      answer: z.string(),
    }),
  },
  errors: ['not_found'],
})
export type Hl7MessageDetail = ResponseOf<typeof readHl7Message>

export const processHl7MessageAgain = endpoint({
  method: 'POST',
  path: '/api/hl7-connections/:id/messages/:message/again',
  changes,
  ...manager,
  summary: 'Process a held message again.',
  params: messageParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const discardHl7Message = endpoint({
  method: 'POST',
  path: '/api/hl7-connections/:id/messages/:message/discard',
  changes,
  ...manager,
  summary: 'Discard a held message.',
  params: messageParams,
  body: z.strictObject({ reason: requiredLine('Reason', 300) }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})
