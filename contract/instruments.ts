import { z } from 'zod'
import { allowedAddresses, portNumber } from './connections.ts'
import { endpoint, type ResponseOf } from './endpoint.ts'
import {
  done,
  id,
  idParams,
  line,
  noneTwice,
  page,
  pageOf,
  paragraph,
  requiredLine,
  revision,
  timestamp,
} from './fields.ts'
import { holdReasons } from './hold-reasons.ts'
import { keysOf } from './keys-of.ts'
import { staffRoles } from './options.ts'

/** Analysers, their messages, and the measured values in these messages. */

export const instrumentProtocols = {
  astm: 'ASTM',
  hl7: 'HL7 v2 (MLLP)',
  csv: 'Files (CSV)',
  none: 'Not connected',
} as const
export type InstrumentProtocol = keyof typeof instrumentProtocols
export const instrumentWays = {
  listen: 'The analyser connects to this server',
  connect: 'This server connects to the analyser',
  folder: 'The analyser writes files into a folder',
  none: 'No connection',
} as const
export type InstrumentWay = keyof typeof instrumentWays
export const instrumentStates = { off: 'Off', trial: 'On trial', live: 'Live' } as const
export type InstrumentState = keyof typeof instrumentStates
export const textEncodings = { utf8: 'UTF-8', latin1: 'Latin-1' } as const
export type TextEncoding = keyof typeof textEncodings

const holdReason = z.enum(keysOf(holdReasons))

export const measuredStates = {
  matched: 'Offered at the bench',
  held: 'Held',
  control: 'Quality control',
  unused: 'Not used',
  repeated: 'Received before',
  discarded: 'Discarded',
} as const
export type MeasuredState = keyof typeof measuredStates
const measuredState = z.enum(keysOf(measuredStates))

export const messageStates = {
  received: 'Not processed yet',
  read: 'Processed',
  trial: 'On trial',
  cut: 'Cut off',
  other: 'Contains no results',
  unreadable: 'Not readable',
  query: 'Order query',
  waiting: 'Orders to be sent',
  sent: 'Orders sent',
  refused: 'Orders rejected',
  overtaken: 'Orders no longer needed',
  part: 'Waiting for further records',
  repeated: 'Received before',
} as const
export type MessageState = keyof typeof messageStates
/** The states of messages that this server sends. */
export const sentStates: ReadonlySet<MessageState> = new Set(['waiting', 'sent', 'refused', 'overtaken'])

const place = /^$|^[A-Z][A-Z0-9]{0,2}-\d{1,2}(\.\d{1,2})?$/

/** The names of the columns of a file. Without a column for the code, each column that is not named here is a code. */
const csvColumns = z.strictObject({
  sample: requiredLine('Sample number column', 60),
  code: line('Code column', 60),
  value: line('Value column', 60),
  unit: line('Unit column', 60),
  time: line('Time column', 60),
  flags: line('Flags column', 60),
  operator: line('Operator column', 60),
})
export type CsvColumns = z.output<typeof csvColumns>

/** Settings of one analyser, which are not in a profile. */
const ownSettings = {
  name: requiredLine('Name', 60),
  serialNumber: line('Serial number', 60),
  host: line('Address of the analyser', 200),
  allowed: allowedAddresses,
  /** A subfolder of INSTRUMENTS_FOLDER; required only for analysers that write files. */
  folder: line('Folder', 60)
    .refine(
      (name) => /^[\w-]*$/.test(name),
      'Enter the name of a folder: letters, digits, hyphens and underscores',
    )
    .default(''),
}
const profileSettings = {
  protocol: z.enum(keysOf(instrumentProtocols), { error: 'Choose the protocol' }),
  way: z.enum(keysOf(instrumentWays), { error: 'Choose who connects' }),
  /** Null: equipment without a connection, such as a centrifuge. */
  port: portNumber.nullable(),
  /** Encrypted with TLS. If the analyser connects to this server, the server needs INSTRUMENTS_TLS_CERT and INSTRUMENTS_TLS_KEY. */
  tls: z.boolean({ error: 'Choose whether the connection is encrypted' }).default(false),
  encoding: z.enum(keysOf(textEncodings), { error: 'Choose the encoding' }),
  checksum: z.boolean({ error: 'Choose whether frames have checksums' }),
  acknowledged: z.boolean({ error: 'Choose whether frames are acknowledged' }),
  /** ASTM: each record comes in a separate transmission, and the records are joined until the terminator record. */
  joinsRecords: z.boolean({ error: 'Choose whether records are joined' }).default(false),
  sampleAt: line('Field of the sample number', 10).refine(
    (text) => place.test(text),
    'Enter a field such as O-4.3 or OBR-3, or leave it empty',
  ),
  codeAt: z.number({ error: 'Enter a component from 0 to 9' }).int().min(0).max(9),
  controlPattern: line('Pattern of control samples', 40),
  /** Orders are sent when a sample is received as well as in answer to queries. */
  sendsOrders: z.boolean({ error: 'Choose whether orders are sent when a sample is received' }),
  sendsPatient: z.boolean({ error: 'Choose whether orders have the name, sex and date of birth' }),
  csv: csvColumns
    .refine(({ code, value }) => (code === '') === (value === ''), {
      path: ['value'],
      message: 'Name the columns of the code and of the value, or neither',
    })
    .nullable()
    .default(null),
}
const settings = { ...ownSettings, ...profileSettings }

type Connection = {
  protocol: InstrumentProtocol
  way: InstrumentWay
  host: string
  port: number | null
  folder: string
  csv: unknown
}
/** A body with settings, of which some fields depend on others. */
const consistent = <Settings extends z.ZodType<Connection>>(body: Settings): Settings =>
  body
    .refine(({ way, host }) => (way === 'connect') === (host !== ''), {
      path: ['host'],
      message: 'Enter the address of the analyser',
    })
    .refine(({ protocol, way }) => (protocol === 'csv') === (way === 'folder'), {
      path: ['way'],
      message: 'Files (CSV) are taken from a folder; other protocols are not',
    })
    .refine(({ protocol, way }) => (protocol === 'none') === (way === 'none'), {
      path: ['way'],
      message:
        'Equipment without a connection has neither a protocol nor a way to connect; an analyser has both',
    })
    .refine(({ way, port }) => (way === 'none') === (port === null), {
      path: ['port'],
      message: 'Enter the port; equipment without a connection has none',
    })
    .refine(({ way, folder }) => way !== 'folder' || folder !== '', {
      path: ['folder'],
      message: 'Enter the name of the folder',
    })
    .refine(({ way, csv }) => way !== 'folder' || csv !== null, {
      path: ['csv.sample'],
      message: 'Enter the names of the columns',
    })

const instrument = z.object({
  id: z.string(),
  siteId: z.string(),
  site: z.string(),
  profile: z.string(),
  ...settings,
  state: z.enum(keysOf(instrumentStates)),
  version: z.number().int(),
  connectedAt: timestamp.nullable(),
  heardAt: timestamp.nullable(),
  messageAt: timestamp.nullable(),
  /** The last fault of the link; empty if there is none. */
  trouble: z.string(),
  troubleAt: timestamp.nullable(),
  held: z.number().int(),
  /** The present breakdown; null: in use. */
  outOfUse: z.object({ id: z.string(), since: timestamp, fault: z.string() }).nullable(),
  /** The calibration or service that is due first; `isOver`: it is due now. Null: none is planned. */
  careDue: z
    .object({ kind: z.enum(['calibration', 'service']), dueOn: z.string(), isOver: z.boolean() })
    .nullable(),
})

export type Instrument = z.output<typeof instrument>

export const listInstruments = endpoint({
  method: 'GET',
  path: '/api/instruments',
  access: staffRoles,
  summary: 'The analysers of the caller’s sites with the state of their links, sorted by name.',
  responses: { 200: z.object({ instruments: z.array(instrument) }) },
  errors: [],
})

const codeFields = {
  code: requiredLine('Code', 60),
  /** Null: values with this code are not used. */
  analyte: line('Analyte', 60).nullable(),
  unit: line('Unit', 40),
  factor: z
    .number({ error: 'The factor must be a number' })
    .positive('The factor must be above 0')
    .nullable(),
}

const profile = z.object({
  key: z.string(),
  name: z.string(),
  /** The source of the codes, and what is not verified. */
  source: z.string(),
  settings: z.object(profileSettings),
})

/** A profile as a file, to be shipped, exported, imported and shared. It has no data of the laboratory. */
export const instrumentProfileFile = z.strictObject({
  format: z.literal('phial-instrument-profile', { error: 'This is not an analyser profile' }),
  version: z.literal(1, { error: 'This version of profiles is not known; the known version is 1' }),
  key: requiredLine('Key', 40).refine(
    (key) => /^[a-z0-9][a-z0-9-]*$/.test(key),
    'The key may have small letters, digits and hyphens, for example sysmex-xn',
  ),
  name: requiredLine('Name', 60),
  source: paragraph('Source', 2_000),
  settings: z.strictObject(profileSettings),
  codes: z
    .array(
      z.strictObject({
        code: requiredLine('Code', 60),
        /** The analyte’s code in the catalogue; null: values with the code are not used. */
        analyte: requiredLine('Analyte', 60).nullable(),
        unit: line('Unit', 40).default(''),
        factor: codeFields.factor.default(null),
      }),
      { error: 'Codes must be a list' },
    )
    .max(500, 'A profile can have at most 500 codes')
    .refine(noneTwice('code'), 'A code is in the list twice'),
})
export type InstrumentProfileFile = z.output<typeof instrumentProfileFile>

export const importInstrumentProfile = endpoint({
  method: 'POST',
  path: '/api/instruments/profiles',
  changes: ['/api/instruments'],
  access: staffRoles,
  permission: 'instruments',
  summary: 'Import a profile. It replaces an imported profile with the same key.',
  body: instrumentProfileFile,
  responses: { 200: done.extend({ key: z.string() }) },
  errors: [],
})

export const exportInstrumentProfile = endpoint({
  method: 'GET',
  path: '/api/instruments/:id/profile',
  access: staffRoles,
  permission: 'instruments',
  summary: 'Export the settings and codes of an analyser as a profile, without addresses and serial number.',
  params: idParams,
  responses: { 200: instrumentProfileFile },
  errors: ['not_found'],
})

export const listInstrumentProfiles = endpoint({
  method: 'GET',
  path: '/api/instruments/profiles',
  access: staffRoles,
  summary: 'The profiles of analysers whose settings and codes are known.',
  responses: { 200: z.array(profile) },
  errors: [],
})

export const addInstrument = endpoint({
  method: 'POST',
  path: '/api/instruments',
  changes: ['/api/instruments'],
  access: staffRoles,
  permission: 'instruments',
  summary:
    'Add an analyser, or equipment without a connection (`protocol` none). An analyser is off at first. The codes of its profile are mapped if the catalogue has their analytes.',
  body: consistent(
    z.strictObject({
      ...settings,
      profile: requiredLine('Profile', 40),
      /** By default the first site. */
      siteId: id.optional(),
    }),
  ),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: [],
})

const version = revision('Send the version that was last read')

export const changeInstrument = endpoint({
  method: 'PUT',
  path: '/api/instruments/:id',
  changes: ['/api/instruments'],
  access: staffRoles,
  permission: 'instruments',
  summary: 'Change the settings of an analyser.',
  params: idParams,
  body: consistent(z.strictObject({ ...settings, version })),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile'],
})

export const moveInstrument = endpoint({
  method: 'PUT',
  path: '/api/instruments/:id/state',
  changes: ['/api/instruments'],
  access: staffRoles,
  permission: 'instruments',
  summary: 'Set an analyser off, on trial (no values are written), or live.',
  params: idParams,
  body: z.strictObject({
    state: z.enum(keysOf(instrumentStates), { error: 'Choose off, on trial or live' }),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

const mappedCode = z.object({
  ...codeFields,
  analyteName: z.string(),
  analyteUnit: z.string(),
  /** The name that the instrument gave the code in its last message. */
  name: z.string(),
  /** The last value with this code, as sent. */
  lastValue: z.string(),
  held: z.number().int(),
})
export type MappedCode = z.output<typeof mappedCode>

export const readInstrument = endpoint({
  method: 'GET',
  path: '/api/instruments/:id',
  access: staffRoles,
  permission: 'instruments',
  summary: 'An analyser with its codes. Codes that are not mapped come first.',
  params: idParams,
  responses: { 200: instrument.extend({ codes: z.array(mappedCode) }) },
  errors: ['not_found'],
})

export type InstrumentDetail = ResponseOf<typeof readInstrument>

export const mapInstrumentCode = endpoint({
  method: 'PUT',
  path: '/api/instruments/:id/codes',
  changes: ['/api/instruments', '/api/Labtask'],
  access: staffRoles,
  permission: 'instruments',
  summary: 'Map a code to an analyte, or mark it as not used. Held values with the code are matched again.',
  params: idParams,
  body: z.strictObject(codeFields),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

const becoming = z.object({
  position: z.number().int(),
  sample: z.string(),
  code: z.string(),
  name: z.string(),
  value: z.string(),
  unit: z.string(),
  flags: z.array(z.string()),
  measuredAt: timestamp,
  operator: z.string(),
  comment: z.string(),
  state: measuredState,
  reason: holdReason.nullable(),
  /** The result that the value is or would be at the bench: the analyte, and the value in the analyte's unit. */
  analyte: z.string(),
  becomes: z.string(),
})

export type BecomingValue = z.output<typeof becoming>

const message = z.object({
  id: z.string(),
  receivedAt: timestamp,
  state: z.enum(keysOf(messageStates)),
  times: z.number().int(),
  size: z.number().int(),
  values: z.number().int(),
  held: z.number().int(),
})

export type InstrumentMessage = z.output<typeof message>

export const listInstrumentMessages = endpoint({
  method: 'GET',
  path: '/api/instruments/:id/messages',
  access: staffRoles,
  permission: 'instruments',
  summary: 'The messages of an analyser, newest first.',
  params: idParams,
  query: z.strictObject(page),
  responses: { 200: z.object(pageOf(message)) },
  errors: ['not_found'],
})

const messageParams = z.strictObject({ id, message: id })

export const readInstrumentMessage = endpoint({
  method: 'GET',
  path: '/api/instruments/:id/messages/:message',
  access: staffRoles,
  permission: 'instruments',
  summary:
    'A message: its records as text (control characters as symbols), the address of the sender, and the outcome of each value. For a message on trial, the outcome that each value would have.',
  params: messageParams,
  responses: {
    200: message.extend({
      peer: z.string(),
      text: z.string(),
      isCutShort: z.boolean(),
      becoming: z.array(becoming),
    }),
  },
  errors: ['not_found'],
})

export const sendThroughAgain = endpoint({
  method: 'POST',
  path: '/api/instruments/:id/messages/:message/again',
  changes: ['/api/instruments', '/api/Labtask'],
  access: staffRoles,
  permission: 'instruments',
  summary:
    'Process a message again with the present codes and settings. Values that were matched before stay as they are.',
  params: messageParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

const heldGroup = z.object({
  /** The id of the first value. */
  id: z.string(),
  siteId: z.string(),
  instrument: z.string(),
  instrumentId: z.string(),
  sample: z.string(),
  reason: holdReason,
  receivedAt: timestamp,
  values: z.array(
    z.object({ id: z.string(), code: z.string(), name: z.string(), value: z.string(), unit: z.string() }),
  ),
  /** The visit of the sample, if the sample is known. */
  visitId: z.string().nullable(),
})

export type HeldGroup = z.output<typeof heldGroup>

export const listHeldValues = endpoint({
  method: 'GET',
  path: '/api/instruments/held',
  access: staffRoles,
  summary: 'Held values grouped by sample and reason, newest first.',
  query: z.strictObject({ ...page, reason: holdReason.optional(), instrument: id.optional() }),
  responses: { 200: z.object(pageOf(heldGroup)) },
  errors: [],
})

/** The values of one group of the list. */
const values = z.array(id).min(1, 'Choose at least one value').max(500, 'Choose at most 500 values')

export const matchHeldAgain = endpoint({
  method: 'POST',
  path: '/api/instruments/held/again',
  changes: ['/api/instruments', '/api/Labtask'],
  access: staffRoles,
  summary:
    'Match held values again, for example after the test was ordered. `accession` assigns the values to that sample.',
  body: z.strictObject({ values, accession: requiredLine('Accession', 40).optional() }),
  responses: { 200: done },
  errors: ['not_found'],
})

export const discardHeld = endpoint({
  method: 'POST',
  path: '/api/instruments/held/discard',
  changes: ['/api/instruments'],
  access: staffRoles,
  summary: 'Discard held values with a reason. The values are kept in the database.',
  body: z.strictObject({
    values,
    reason: paragraph('Reason', 500).refine(
      (text) => text !== '',
      'Enter the reason for discarding the values',
    ),
  }),
  responses: { 200: done },
  errors: ['not_found'],
})
