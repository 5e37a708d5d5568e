import { z } from 'zod'
import { dhis2Outcomes, dhis2States } from './dhis2-states.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, line, month, page, pageOf, requiredLine, revision, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { genders, staffRoles } from './options.ts'

/** Monthly figures for the DHIS2 of a health authority: its connection, what is counted, and what was sent. */

/** DHIS2 names its objects by identifiers (UID) of this form. */
const uid = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .regex(
      /^[A-Za-z][A-Za-z0-9]{10}$/,
      `${name} is an identifier of DHIS2: 11 letters and digits that begin with a letter, like fbfJHSPpUQD`,
    )
/** An empty text is none. */
const optionalUid = (name: string) =>
  z
    .union([z.literal('').transform(() => null), uid(name)], {
      error: `${name} is an identifier of DHIS2: 11 letters and digits that begin with a letter, like fbfJHSPpUQD`,
    })
    .nullable()
    .default(null)

const outcome = z.enum(keysOf(dhis2Outcomes), { error: 'Choose which results are counted' })
const state = z.enum(keysOf(dhis2States))
const age = (name: string) =>
  z
    .int(`${name} must be a whole number`)
    .min(0, `${name} must be at least 0`)
    .max(150, `${name} can be at most 150`)
    .nullable()
    .default(null)

const counted = {
  name: z.string(),
  dataElement: z.string(),
  categoryOptionCombo: z.string().nullable(),
  test: z.object({ code: z.string(), name: z.string() }),
  /** Null: the test as a whole. */
  analyte: z.object({ code: z.string(), name: z.string() }).nullable(),
  outcome,
  /** The values that are counted; empty: the outcome names none. */
  values: z.array(z.string()),
  gender: z.enum(genders).nullable(),
  /** In completed years on the day of collection; null: no limit. */
  fromAge: z.number().int().nullable(),
  toAge: z.number().int().nullable(),
}
const countedLine = z.object({ id: z.string(), ...counted, version: z.number().int() })
export type CountedLine = z.output<typeof countedLine>

const connection = z.object({
  address: z.string(),
  /** Empty: it signs in by a personal access token. */
  username: z.string(),
  dataSet: z.string(),
  attributeOptionCombo: z.string().nullable(),
  /** On this day of each month the month before is sent; null: never automatically. */
  sendDay: z.number().int().nullable(),
  version: z.number().int(),
})
export type Dhis2Connection = z.output<typeof connection>

const changes = ['/api/dhis2'] as const
const byStaff = { access: staffRoles, permission: 'authorities' } as const
const kept = { ...byStaff, changes } as const

export const readDhis2 = endpoint({
  ...byStaff,
  method: 'GET',
  path: '/api/dhis2',
  summary:
    'The connection to DHIS2 without its secret, the organisation units of sites, and what is counted.',
  responses: {
    200: z.object({
      connection: connection.nullable(),
      sites: z.array(z.object({ id: z.string(), name: z.string(), orgUnit: z.string().nullable() })),
      lines: z.array(countedLine),
      /** Lines about confidential tests that the caller may not see. */
      hidden: z.number().int(),
      /** Whether the caller may change the connection and the lines, which are those of all sites. */
      maySetUp: z.boolean(),
    }),
  },
  errors: [],
})

export const readDhis2Tests = endpoint({
  ...byStaff,
  method: 'GET',
  path: '/api/dhis2/tests',
  summary: 'Tests that can be counted, with their analytes.',
  responses: {
    200: z.object({
      tests: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          analytes: z.array(z.object({ code: z.string(), name: z.string(), options: z.array(z.string()) })),
        }),
      ),
    }),
  },
  errors: [],
})

export const changeDhis2Connection = endpoint({
  ...kept,
  method: 'PUT',
  path: '/api/dhis2/connection',
  summary:
    'Set the connection to DHIS2. Without `secret` the earlier one stays, unless the address or the user name changes.',
  body: z.strictObject({
    address: requiredLine('Address', 300),
    username: line('User name', 200).default(''),
    /** The personal access token, or the password of the user. */
    secret: line('Token or password', 500).default(''),
    dataSet: uid('Data set'),
    attributeOptionCombo: optionalUid('Attribute option combination'),
    sendDay: z
      .int('The day must be a whole number')
      .min(1, 'The day must be at least 1')
      .max(28, 'The day can be at most 28')
      .nullable()
      .default(null),
    /** 0: there is no connection yet. */
    version: revision('Send the version that was last read'),
  }),
  responses: { 200: done },
  errors: ['changed_meanwhile', 'not_allowed'],
})

export const changeDhis2OrgUnit = endpoint({
  ...kept,
  method: 'PUT',
  path: '/api/dhis2/org-units/:id',
  summary: 'Set the organisation unit of a site; none: its figures are not sent.',
  params: idParams,
  body: z.strictObject({ orgUnit: optionalUid('Organisation unit') }),
  responses: { 200: done },
  errors: ['not_found', 'not_allowed'],
})

const lineBody = {
  name: requiredLine('Name', 120),
  dataElement: uid('Data element'),
  categoryOptionCombo: optionalUid('Category option combination'),
  testCode: requiredLine('Test', 40),
  analyteCode: z
    .union([z.literal('').transform(() => null), line('Analyte', 60)])
    .nullable()
    .default(null),
  outcome,
  /** With the outcome `values`. */
  values: z.array(requiredLine('Value', 200)).max(40, 'Choose at most 40 values').default([]),
  gender: z
    .union([z.literal('').transform(() => null), z.enum(genders)], { error: 'Choose the sex' })
    .nullable()
    .default(null),
  fromAge: age('Lowest age'),
  toAge: age('Highest age'),
}
const agesInOrder = ({ fromAge, toAge }: { fromAge: number | null; toAge: number | null }) =>
  fromAge === null || toAge === null || fromAge <= toAge
const agesCrossed = { path: ['toAge'], error: 'The highest age must not be below the lowest' }

export const addDhis2Line = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/dhis2/lines',
  summary: 'Add what is counted for a data element and a category option combination.',
  body: z.strictObject(lineBody).refine(agesInOrder, agesCrossed),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_allowed'],
})

export const changeDhis2Line = endpoint({
  ...kept,
  method: 'PUT',
  path: '/api/dhis2/lines/:id',
  summary: 'Change what is counted, or end it. What was sent stays as it was sent.',
  params: idParams,
  body: z
    .strictObject({
      ...lineBody,
      ended: z.boolean().default(false),
      version: revision('Send the version that was last read'),
    })
    .refine(agesInOrder, agesCrossed),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile', 'not_allowed'],
})

const monthParams = z.strictObject({ month })

export const readDhis2Month = endpoint({
  ...byStaff,
  method: 'GET',
  path: '/api/dhis2/months/:month',
  summary:
    'The figures of a month as they are now, beside those that were sent last, for each site of the caller.',
  params: monthParams,
  responses: {
    200: z.object({
      sites: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          figures: z.array(
            z.object({
              ...countedLine.omit({ version: true }).shape,
              /** How many released tests it counts. */
              count: z.number().int(),
              /** Of how many released results of this test in the month, of all people. */
              of: z.number().int(),
              /** What DHIS2 accepted last for this cell; null: nothing yet. */
              sent: z.number().int().nullable(),
            }),
          ),
          /** Why it cannot be sent; null: it can. */
          whyNot: z.string().nullable(),
          sentAt: timestamp.nullable(),
        }),
      ),
      hidden: z.number().int(),
    }),
  },
  errors: [],
})

export const sendDhis2Month = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/dhis2/months/:month/send',
  summary: 'Send the figures of a month and a site, or let DHIS2 check them (`dryRun`). One at a time.',
  params: monthParams,
  body: z.strictObject({ siteId: id, dryRun: z.boolean().default(false) }),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

const sending = z.object({
  id: z.string(),
  site: z.string(),
  /** YYYY-MM */
  month: z.string(),
  dryRun: z.boolean(),
  state,
  /** Null: sent automatically. */
  askedBy: z.string().nullable(),
  askedAt: timestamp,
  settledAt: timestamp.nullable(),
  attempts: z.number().int(),
  /** The next attempt; null: there is none. */
  dueAt: timestamp.nullable(),
  status: z.number().int().nullable(),
  imported: z.number().int().nullable(),
  updated: z.number().int().nullable(),
  ignored: z.number().int().nullable(),
  deleted: z.number().int().nullable(),
  error: z.string(),
})
export type Dhis2Sending = z.output<typeof sending>

export const listDhis2Sendings = endpoint({
  ...byStaff,
  method: 'GET',
  path: '/api/dhis2/sendings',
  summary: 'What was sent to DHIS2, the latest first.',
  query: z.strictObject({ state: state.optional(), ...page }),
  responses: { 200: z.object(pageOf(sending)) },
  errors: [],
})

export const readDhis2Sending = endpoint({
  ...byStaff,
  method: 'GET',
  path: '/api/dhis2/sendings/:id',
  summary:
    'What was sent, and what DHIS2 answered. Figures on confidential tests are left out for readers who may not see these tests.',
  params: idParams,
  responses: {
    200: sending.extend({
      orgUnit: z.string(),
      dataSet: z.string(),
      attributeOptionCombo: z.string().nullable(),
      figures: z.array(
        z.object({
          name: z.string(),
          dataElement: z.string(),
          categoryOptionCombo: z.string().nullable(),
          count: z.number().int(),
        }),
      ),
      hidden: z.number().int(),
      conflicts: z.array(z.object({ object: z.string(), says: z.string() })),
    }),
  },
  errors: ['not_found'],
})
