import { z } from 'zod'
import { caseStates } from './case-states.ts'
import { dhis2Outcomes } from './dhis2-states.ts'
import { endpoint } from './endpoint.ts'
import { day, done, idParams, line, page, pageOf, requiredLine, revision, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { staffRoles } from './options.ts'

/** Notices to health authorities of cases of notifiable diseases: which results are notifiable, and what became of each notice. */

const state = z.enum(keysOf(caseStates))
const outcome = z.enum(keysOf(dhis2Outcomes), { error: 'Choose which results are notifiable' })
const changes = ['/api/cases'] as const
const byStaff = { access: staffRoles, permission: 'authorities' } as const
const kept = { ...byStaff, changes } as const

const named = z.object({ code: z.string(), name: z.string() })
const finding = {
  disease: z.string(),
  /** Either an organism, or an analyte of a test. */
  organism: named.nullable(),
  test: named.nullable(),
  analyte: named.nullable(),
  outcome,
  values: z.array(z.string()),
}
const rule = z.object({ id: z.string(), ...finding })
export type NotifiableRule = z.output<typeof rule>
const prepared = z.object(finding)
export type PreparedRule = z.output<typeof prepared>

export const readCaseRules = endpoint({
  ...byStaff,
  method: 'GET',
  path: '/api/cases/rules',
  summary:
    'The results that are reported to the health authority, those of the starting list that are not turned on, and where notices are sent.',
  responses: {
    200: z.object({
      rules: z.array(rule),
      prepared: z.array(prepared),
      diseases: z.array(z.string()),
      organisms: z.array(named),
      /** The tests that can be notifiable. */
      tests: z.array(named.extend({ analytes: z.array(named.extend({ options: z.array(z.string()) })) })),
      /** Without its token. */
      receiver: z
        .object({ address: z.string(), hasToken: z.boolean(), version: z.number().int() })
        .nullable(),
      maySetUp: z.boolean(),
    }),
  },
  errors: [],
})

const none = z.literal('').transform(() => null)

export const addCaseRule = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/cases/rules',
  summary:
    'Make results notifiable: the growth of an organism, or results of an analyte of a test. Not of confidential tests.',
  body: z.strictObject({
    disease: requiredLine('Disease', 120),
    organismCode: z
      .union([none, line('Organism', 60)])
      .nullable()
      .default(null),
    testCode: z
      .union([none, line('Test', 40)])
      .nullable()
      .default(null),
    analyteCode: z
      .union([none, line('Analyte', 60)])
      .nullable()
      .default(null),
    outcome: outcome.default('any'),
    values: z.array(requiredLine('Value', 200)).max(40, 'Choose at most 40 values').default([]),
  }),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_allowed'],
})

export const endCaseRule = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/cases/rules/:id/end',
  summary: 'These results are no longer notifiable. Notices that were made stay.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_allowed'],
})

export const changeCaseReceiver = endpoint({
  ...kept,
  method: 'PUT',
  path: '/api/cases/receiver',
  summary: 'Set where notices are sent. Without `token` the earlier one stays, unless the address changes.',
  body: z.strictObject({
    address: requiredLine('Address', 500),
    token: line('Token', 500).default(''),
    /** 0: there is no address yet. */
    version: revision('Send the version that was last read'),
  }),
  responses: { 200: done },
  errors: ['changed_meanwhile', 'not_allowed'],
})

const notice = z.object({
  id: z.string(),
  site: z.string(),
  visitId: z.string(),
  reference: z.string(),
  disease: z.string(),
  test: z.string(),
  finding: z.string(),
  /** The version of the report with this finding. Calls that decide send it, so that nobody decides on a finding that they have not seen. */
  version: z.number().int(),
  foundAt: timestamp,
  state,
  /** The result was withdrawn or corrected to another. */
  gone: z.boolean(),
  decidedBy: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  reason: z.string(),
  toldAt: timestamp.nullable(),
  attempts: z.number().int(),
  /** The next attempt; null: there is none. */
  dueAt: timestamp.nullable(),
  error: z.string(),
})
export type CaseNotice = z.output<typeof notice>

const seenVersion = revision('Send the version that was last read')

/** Local days of the site on which the result was released, both included. */
const released = { from: day.optional(), to: day.optional() }

export const listCases = endpoint({
  ...byStaff,
  method: 'GET',
  path: '/api/cases',
  summary: 'Notices of cases, latest first, filtered by state and by the days of release.',
  query: z.strictObject({ state: state.optional(), ...released, ...page }),
  responses: { 200: z.object(pageOf(notice)) },
  errors: [],
})

export const countHeldCases = endpoint({
  ...byStaff,
  method: 'GET',
  path: '/api/cases/held',
  summary: 'How many notices wait for confirmation.',
  responses: { 200: z.object({ held: z.number().int() }) },
  errors: [],
})

export const casesCsv = endpoint({
  ...byStaff,
  method: 'GET',
  path: '/api/cases/confirmed.csv',
  summary:
    'Confirmed cases and withdrawn ones that were reported, with their patients, as a line list (CSV), filtered by the days of release.',
  query: z.strictObject(released),
  /** The CSV file, as a stream. */
  responses: { 200: z.unknown() },
  errors: [],
})

export const confirmCase = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/cases/:id/confirm',
  summary: 'Confirm a case. The notice is sent if there is an address.',
  params: idParams,
  body: z.strictObject({ version: seenVersion }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const dismissCase = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/cases/:id/dismiss',
  summary: 'Do not report a case.',
  params: idParams,
  body: z.strictObject({ reason: requiredLine('Reason', 200), version: seenVersion }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const sendCaseAgain = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/cases/:id/again',
  summary: 'Send a confirmed notice again.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})
