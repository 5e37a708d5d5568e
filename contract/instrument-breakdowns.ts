import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, page, pageOf, paragraph, timestamp } from './fields.ts'
import { timeOfSite } from './instrument-care.ts'
import { staffRoles } from './options.ts'

/**
 * Breakdowns of analysers. All staff report them. Staff with the permission for analysers put an analyser back into use, and
 * describe the repair and the verification of its performance.
 */

const breakdown = z.object({
  id: z.string(),
  startedAt: timestamp,
  fault: z.string(),
  reportedBy: z.string(),
  reportedAt: timestamp,
  /** Null: out of use. */
  endedAt: timestamp.nullable(),
  repair: z.string(),
  endedBy: z.string().nullable(),
  /** The number of saved results that were measured while the analyser was out of use. */
  saved: z.number().int(),
  /** The number of released tests among those with such results. */
  released: z.number().int(),
})
export type Breakdown = z.output<typeof breakdown>

/** A breakdown of an analyser during which results of a task were measured. */
export const measuredOutOfUse = z.object({
  analyser: z.string(),
  /** The first of these measurements. */
  measuredAt: timestamp,
  since: timestamp,
  /** Null: the analyser is still out of use. */
  until: timestamp.nullable(),
  fault: z.string(),
})
export type MeasuredOutOfUse = z.output<typeof measuredOutOfUse>

const text = (name: string) => paragraph(name, 1_000).refine((words) => words !== '', `${name} is required`)
const changes = ['/api/instruments', '/api/Labtask'] as const

export const listBreakdowns = endpoint({
  method: 'GET',
  path: '/api/instruments/:id/breakdowns',
  access: staffRoles,
  permission: 'instruments',
  summary: 'The breakdowns of an analyser, latest report first.',
  params: idParams,
  query: z.strictObject(page),
  responses: { 200: z.object(pageOf(breakdown)) },
  errors: ['not_found'],
})

const measuredTest = z.object({
  /** The task. */
  id: z.string(),
  title: z.string(),
  accession: z.string(),
  /** The first of its measurements during the breakdown. */
  measuredAt: timestamp,
  state: z.enum(['waiting', 'released', 'correcting']),
  releasedAt: timestamp.nullable(),
  /** A person, or a rule and its version. */
  releasedBy: z.string().nullable(),
  /** Why the results were released although the breakdown was known; null: it was reported after the release. */
  reason: z.string().nullable(),
})
export type MeasuredTest = z.output<typeof measuredTest>

export const listMeasuredOutOfUse = endpoint({
  method: 'GET',
  path: '/api/instruments/:id/breakdowns/:breakdown/results',
  access: staffRoles,
  permission: 'instruments',
  summary:
    'The tests with saved results that the analyser measured during a breakdown, released or not, latest order first. Contains no result.',
  params: z.strictObject({ id, breakdown: id }),
  query: z.strictObject(page),
  responses: { 200: z.object(pageOf(measuredTest)) },
  errors: ['not_found'],
})

export const reportBreakdown = endpoint({
  method: 'POST',
  path: '/api/instruments/:id/breakdowns',
  changes,
  access: staffRoles,
  summary:
    'Report that an analyser is out of use. Values of patients that it sends are held until somebody matches or discards them. Offered values that were measured after the start of the breakdown are also held. Staff with the permission for analysers are notified.',
  params: idParams,
  body: z.strictObject({ ...timeOfSite, fault: text('Fault') }),
  responses: { 201: done },
  errors: ['not_found', 'not_possible_now'],
})

export const endBreakdown = endpoint({
  method: 'POST',
  path: '/api/instruments/:id/breakdowns/:breakdown/end',
  changes,
  access: staffRoles,
  permission: 'instruments',
  summary: 'Put an analyser back into use. Held values stay held until somebody matches or discards them.',
  params: z.strictObject({ id, breakdown: id }),
  body: z.strictObject({ ...timeOfSite, repair: text('Repair and verification') }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

const outOfUse = z.object({
  instrumentId: z.string(),
  name: z.string(),
  site: z.string(),
  since: timestamp,
  fault: z.string(),
  /** Names of the tests that the analyser measures, and whether another analyser of the site that is in use measures them too. */
  tests: z.array(z.object({ name: z.string(), isElsewhere: z.boolean() })),
})
export type OutOfUse = z.output<typeof outOfUse>

export const listOutOfUse = endpoint({
  method: 'GET',
  path: '/api/instruments/out-of-use',
  access: staffRoles,
  summary: 'The analysers of the caller’s sites that are out of use, with the tests that they measure.',
  responses: { 200: z.object({ instruments: z.array(outOfUse) }) },
  errors: [],
})

export const readDowntime = endpoint({
  method: 'GET',
  path: '/api/instruments/:id/downtime',
  access: staffRoles,
  permission: 'instruments',
  summary: 'Hours out of use of an analyser in each of the last 12 months of its site, latest first.',
  params: idParams,
  responses: {
    200: z.object({
      /** `month`: `YYYY-MM`. `breakdowns`: those that began in the month. */
      months: z.array(z.object({ month: z.string(), hours: z.number(), breakdowns: z.number().int() })),
    }),
  },
  errors: ['not_found'],
})
