import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, timestamp } from './fields.ts'
import { staffRoles, visitRoles } from './options.ts'
import { flags } from './results.ts'

export const trend = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  /** Released values of the person in the same unit, oldest first; the first measurement is a single value. */
  points: z.array(
    z.object({
      at: timestamp,
      value: z.string(),
      number: z.number(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      range: z.string(),
      unconfirmed: z.boolean(),
      flag: z.enum(flags),
      /** Measured at the requested visit. */
      here: z.boolean(),
    }),
  ),
})
export type Trend = z.output<typeof trend>

export const readTrends = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/trends',
  access: visitRoles,
  summary: "The trends of the quantities in a visit's report: every released value of the same person.",
  params: idParams,
  responses: { 200: z.array(trend) },
  errors: ['not_found'],
})

export const readOwnTrends = endpoint({
  method: 'GET',
  path: '/api/care/:id/trends',
  access: ['user'],
  summary:
    'The trends of every quantity reported for a person whose record the caller may open, latest measured first. No value is marked as `here`.',
  params: idParams,
  responses: { 200: z.array(trend) },
  errors: [],
})

export const readPersonTrends = endpoint({
  method: 'GET',
  path: '/api/people/:id/trends',
  access: staffRoles,
  permission: 'patients',
  summary:
    'The trends of every quantity reported for a person at the caller’s sites, latest measured first. No value is marked as `here`.',
  params: idParams,
  responses: { 200: z.array(trend) },
  errors: [],
})
