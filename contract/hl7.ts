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
  file: 'Nobody: messages as files',
} as const
export type Hl7Way = keyof typeof hl7Ways
export const hl7Processings = { P: 'Production', T: 'Training', D: 'Debugging' } as const
export type Hl7Processing = keyof typeof hl7Processings
export const hl7Versions = ['2.3.1', '2.4', '2.5', '2.5.1'] as const
export type Hl7Version = (typeof hl7Versions)[number]

export const hl7CodeKinds = {
  test: 'Test (OBR-4, AIS-3)',
  analyte: 'Analyte (OBX-3)',
  location: 'Site (AIL-3)',
  authority: 'Assigning authority of identifiers',
} as const
export type Hl7CodeKind = keyof typeof hl7CodeKinds

export const hl7Directions = { in: 'Received', out: 'Sent' } as const
export type Hl7Direction = keyof typeof hl7Directions

const named = z.object({ id: z.string(), name: z.string() })
const settings = {
  name: requiredLine('Name', 60),
  way: z.enum(keysOf(hl7Ways), { error: 'Choose who connects' }),
  host: line('Address of the hospital', 200),
  /** Null: messages are brought and taken as files. */
  port: portNumber.nullable(),
  allowed: allowedAddresses,
  /** If the hospital connects to this server, the server needs INSTRUMENTS_TLS_CERT and INSTRUMENTS_TLS_KEY. */
  tls: z.boolean({ error: 'Choose whether the connection is encrypted' }).default(false),
  encoding: z.enum(keysOf(textEncodings), { error: 'Choose the encoding' }).default('utf8'),
  processing: z.enum(keysOf(hl7Processings), { error: 'Choose the processing id' }).default('P'),
  /** Settings of messages that are sent. */
  hl7Version: z.enum(hl7Versions, { error: 'Choose the version' }).default('2.5.1'),
  application: line('Receiving application', 100).default(''),
  facility: line('Receiving facility', 100).default(''),
  /** Released results as ORU^R01. The API client needs the permissions to read reports and values. */
  sendsResults: z.boolean({ error: 'Choose whether results are sent' }).default(false),
  /** Appointments as SIU^S12 to S15 and S26. The API client needs the permission to read appointments. */
  sendsAppointments: z.boolean({ error: 'Choose whether appointments are sent' }).default(false),
  /** The sequence number protocol of HL7: MSH-13 and MSA-4. */
  numbersMessages: z.boolean({ error: 'Choose whether messages are numbered' }).default(false),
  /** Asks for an accept and an application acknowledgement: MSH-15 and MSH-16. */
  enhancedMode: z.boolean({ error: 'Choose how messages are acknowledged' }).default(false),
}
const hasHost = ({ way, host }: { way: Hl7Way; host: string }) => (way === 'connect') === (host !== '')
const withHost = {
  path: ['host'] as PropertyKey[],
  message: 'Enter the address of the hospital if this server connects to it, and otherwise none',
}

type Line = { way: Hl7Way; port: number | null }
const hasPort = ({ way, port }: Line) => (way === 'file') === (port === null)
const withPort = { path: ['port'] as PropertyKey[], message: 'Enter a port, unless messages come as files' }

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
  /** Messages that wait to be sent. */
  waiting: z.number().int(),
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
  body: z
    .strictObject({ clientId: id, ...settings })
    .refine(hasHost, withHost)
    .refine(hasPort, withPort),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

const code = z.object({
  kind: z.enum(keysOf(hl7CodeKinds)),
  code: z.string(),
  means: z.string(),
  /** The name of the test, the analyte or the site; empty for an authority. */
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
  body: z
    .strictObject({ version: revision(), ...settings })
    .refine(hasHost, withHost)
    .refine(hasPort, withPort),
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
    /** The code of a test or an analyte, the id of a site, or a URI. */
    means: line('Meaning', 300),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

const message = z.object({
  id: z.string(),
  direction: z.enum(keysOf(hl7Directions)),
  type: z.string(),
  controlId: z.string(),
  at: timestamp,
  state: z.enum(keysOf(hl7MessageStates)),
  /** Names the segment and the field. */
  reason: z.string(),
  times: z.number().int(),
  /** When it was received or sent last. */
  lastAt: timestamp,
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
  summary: 'A message with its text. Reading it is recorded in the audit trail.',
  params: messageParams,
  responses: {
    200: message.extend({
      connection: named,
      peer: z.string(),
      /** The segments, one on each line; empty: not written yet. */
      text: z.string(),
      isCutShort: z.boolean(),
      /** The answer to the message: the segments after MSH; empty: none. */
      answer: z.string(),
    }),
  },
  errors: ['not_found'],
})
export type Hl7MessageDetail = ResponseOf<typeof readHl7Message>

export const repeatHl7Message = endpoint({
  method: 'POST',
  path: '/api/hl7-connections/:id/messages/:message/again',
  changes,
  ...manager,
  summary: 'Process a held message again, or send a message again that was sent before.',
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
