import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  day,
  done,
  id,
  idParams,
  line,
  noneTwice,
  page,
  pageOf,
  requiredLine,
  revision,
  timestamp,
} from './fields.ts'
import { staffRoles } from './options.ts'

/**
 * External quality assessment. Staff with the permission for quality control set up schemes and rounds, send the results and enter
 * the assessment of the provider; all staff enter the results of the samples.
 */

/** `open`: results are entered; `sent`: the provider has the results; `assessed`: all reported results are assessed. */
export const eqaRoundStates = ['open', 'sent', 'assessed'] as const
export type EqaRoundState = (typeof eqaRoundStates)[number]

/**
 * Limits of |z|: acceptable up to 2, warning below 3, failed from 3 on. An answer in words is acceptable if it is the expected answer,
 * and otherwise failed.
 */
export const eqaVerdicts = ['acceptable', 'warning', 'failed'] as const
export type EqaVerdict = (typeof eqaVerdicts)[number]

const scheme = z.object({
  id: z.string(),
  site: z.string(),
  name: z.string(),
  provider: z.string(),
  rounds: z.number().int(),
  endedAt: timestamp.nullable(),
  version: z.number().int(),
})
export type EqaScheme = z.output<typeof scheme>

const round = z.object({
  id: z.string(),
  site: z.string(),
  schemeId: z.string(),
  scheme: z.string(),
  provider: z.string(),
  name: z.string(),
  receivedOn: z.string(),
  dueOn: z.string(),
  state: z.enum(eqaRoundStates),
  /** The due day has passed, and the results are not sent. */
  isOverdue: z.boolean(),
  sentAt: timestamp.nullable(),
  results: z.number().int(),
  entered: z.number().int(),
  warnings: z.number().int(),
  failed: z.number().int(),
})
export type EqaRound = z.output<typeof round>

const result = z.object({
  id: z.string(),
  sample: z.string(),
  analyteCode: z.string(),
  analyte: z.string(),
  unit: z.string(),
  /** The result is a number; otherwise it is an answer in words. */
  isNumber: z.boolean(),
  /** The answers of the catalogue; empty: any words. */
  options: z.array(z.string()),
  value: z.number().nullable(),
  answer: z.string(),
  enteredBy: z.string().nullable(),
  target: z.number().nullable(),
  sd: z.number().nullable(),
  score: z.number().nullable(),
  expected: z.string(),
  z: z.number().nullable(),
  verdict: z.enum(eqaVerdicts).nullable(),
  nonconformity: z.object({ id: z.string(), number: z.number().int() }).nullable(),
})
export type EqaResult = z.output<typeof result>

const detail = round.extend({
  sentBy: z.string().nullable(),
  version: z.number().int(),
  list: z.array(result),
})
export type EqaRoundDetail = z.output<typeof detail>

const score = z.object({
  id: z.string(),
  roundId: z.string(),
  round: z.string(),
  scheme: z.string(),
  site: z.string(),
  sentOn: z.string(),
  sample: z.string(),
  analyte: z.string(),
  unit: z.string(),
  value: z.number().nullable(),
  answer: z.string(),
  target: z.number().nullable(),
  sd: z.number().nullable(),
  expected: z.string(),
  z: z.number().nullable(),
  verdict: z.enum(eqaVerdicts),
})
export type EqaScore = z.output<typeof score>

const changes = ['/api/eqa'] as const
const kept = { access: staffRoles, permission: 'quality', changes } as const
const version = revision('Send the version that was last read')
const schemeFields = { name: requiredLine('Name', 80), provider: requiredLine('Provider', 80) }

export const listEqaSchemes = endpoint({
  method: 'GET',
  path: '/api/eqa/schemes',
  access: staffRoles,
  summary: 'The schemes of the caller’s sites, sorted by name, ended schemes last.',
  responses: { 200: z.object({ schemes: z.array(scheme) }) },
  errors: [],
})

export const addEqaScheme = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/eqa/schemes',
  summary: 'Add a scheme of external quality assessment.',
  body: z.strictObject({ siteId: id.optional(), ...schemeFields }),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: [],
})

export const changeEqaScheme = endpoint({
  ...kept,
  method: 'PUT',
  path: '/api/eqa/schemes/:id',
  summary: 'Change a scheme. `ended`: the site no longer takes part.',
  params: idParams,
  body: z.strictObject({ ...schemeFields, ended: z.boolean().default(false), version }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile'],
})

export const listEqaRounds = endpoint({
  method: 'GET',
  path: '/api/eqa/rounds',
  access: staffRoles,
  summary: 'Rounds of the schemes, latest first.',
  query: z.strictObject({
    state: z.enum(eqaRoundStates).optional(),
    scheme: id.optional(),
    ...page,
  }),
  responses: { 200: z.object(pageOf(round)) },
  errors: [],
})

export const readEqaRound = endpoint({
  method: 'GET',
  path: '/api/eqa/rounds/:id',
  access: staffRoles,
  summary: 'A round with the results of its samples.',
  params: idParams,
  responses: { 200: detail },
  errors: ['not_found'],
})

export const addEqaRound = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/eqa/rounds',
  summary: 'Add a round. Each of its samples has a result for each of its analytes.',
  body: z
    .strictObject({
      schemeId: id,
      name: requiredLine('Name', 40),
      receivedOn: day,
      dueOn: day,
      samples: z
        .array(requiredLine('Sample', 40), { error: 'Enter the samples' })
        .min(1, 'Enter at least one sample')
        .max(50, 'A round can have at most 50 samples')
        .refine((all) => new Set(all).size === all.length, 'A sample is in the list twice'),
      analytes: z
        .array(line('Analyte', 60), { error: 'Choose the analytes' })
        .min(1, 'Choose at least one analyte')
        .max(100, 'A round can have at most 100 analytes')
        .refine((all) => new Set(all).size === all.length, 'An analyte is in the list twice'),
    })
    .refine(({ receivedOn, dueOn }) => receivedOn <= dueOn, {
      path: ['dueOn'],
      error: 'The due day must not be before the day of receipt',
    }),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

const number = (name: string) =>
  z
    .number({ error: `${name} must be a number` })
    .min(-1e9, `${name} is too small`)
    .max(1e9, `${name} is too large`)
    .nullable()
    .default(null)
const list = <Row extends z.ZodObject<{ id: typeof id }>>(row: Row) =>
  z
    .array(row)
    .min(1, 'Send at least one result')
    .max(5_000)
    .refine((rows) => noneTwice('id')(rows as { id: string }[]), 'A result is in the list twice')

export const enterEqaResults = endpoint({
  method: 'PUT',
  path: '/api/eqa/rounds/:id/results',
  access: staffRoles,
  changes,
  summary:
    'Enter results of a round that is not yet sent. Each is a number or an answer in words. A result with neither is not reported.',
  params: idParams,
  body: z.strictObject({
    results: list(z.strictObject({ id, value: number('Result'), answer: line('Result', 80).default('') })),
    version,
  }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile', 'not_possible_now'],
})

export const sendEqaRound = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/eqa/rounds/:id/send',
  summary: 'Record that the results were sent to the provider. They cannot be changed afterwards.',
  params: idParams,
  body: z.strictObject({ version }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile', 'not_possible_now'],
})

export const reopenEqaRound = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/eqa/rounds/:id/reopen',
  summary: 'Open a sent round again with a reason. Refused once a result is assessed.',
  params: idParams,
  body: z.strictObject({ reason: requiredLine('Reason', 200), version }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile', 'not_possible_now'],
})

export const assessEqaRound = endpoint({
  ...kept,
  method: 'PUT',
  path: '/api/eqa/rounds/:id/assessment',
  summary:
    'Enter the assessment of the provider: target and SD, or the z score, or the expected answer. The z score of the provider replaces the z score calculated from target and SD.',
  params: idParams,
  body: z.strictObject({
    results: list(
      z
        .strictObject({
          id,
          target: number('Target'),
          sd: z
            .number({ error: 'SD must be a number' })
            .positive('SD must be above 0')
            .nullable()
            .default(null),
          score: number('Score'),
          expected: line('Expected answer', 80).default(''),
        })
        .refine(({ target, sd }) => sd === null || target !== null, {
          path: ['target'],
          error: 'Enter the target of this SD',
        }),
    ),
    version,
  }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile', 'not_possible_now'],
})

export const reportEqaFailure = endpoint({
  method: 'POST',
  path: '/api/eqa/results/:id/nonconformity',
  access: staffRoles,
  changes: ['/api/eqa', '/api/nonconformities'],
  summary: 'Report a nonconformity about a failed result, once.',
  params: idParams,
  body: z.strictObject({}),
  responses: { 201: done.extend({ nonconformityId: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

const scoresOf = { scheme: id.optional(), analyte: line('Analyte', 60).optional() }

export const listEqaScores = endpoint({
  method: 'GET',
  path: '/api/eqa/scores',
  access: staffRoles,
  summary:
    'The latest 200 assessed results of an analyte, latest first, and the analytes with assessed results. Without `analyte`: the results of the first analyte.',
  query: z.strictObject(scoresOf),
  responses: {
    200: z.object({
      analytes: z.array(z.object({ code: z.string(), name: z.string() })),
      analyte: z.string().nullable(),
      scores: z.array(score),
    }),
  },
  errors: [],
})

export const eqaScoresCsv = endpoint({
  method: 'GET',
  path: '/api/eqa/scores.csv',
  access: staffRoles,
  summary:
    'The assessed results as CSV, latest first (10,000 at most). Without `analyte`: the results of all analytes.',
  query: z.strictObject(scoresOf),
  responses: { 200: z.string() },
  errors: [],
})
