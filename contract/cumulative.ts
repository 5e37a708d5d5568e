import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, timestamp } from './fields.ts'
import { staffRoles } from './options.ts'
import { flags } from './results.ts'

/** The released values of a person over time, in one table. */

/** The table on a screen has at most this many samples, the latest ones. The PDF has no such limit. */
export const mostSamples = 60

const cumulative = z.object({
  /** When the samples were collected, the latest first. */
  columns: z.array(timestamp),
  /** Whether older samples are left out. */
  older: z.boolean(),
  /** A row for each quantity and unit, grouped by test: a quantity whose unit changed has two rows. */
  rows: z.array(
    z.object({
      test: z.string(),
      code: z.string(),
      name: z.string(),
      unit: z.string(),
      /** The latest interval, as printed. */
      range: z.string(),
      /** A value for each column; null: not measured then. */
      cells: z.array(z.object({ value: z.string(), flag: z.enum(flags) }).nullable()),
    }),
  ),
})
export type Cumulative = z.output<typeof cumulative>

const own = { access: ['user'], params: idParams, errors: ['not_found'] } as const
const staff = { access: staffRoles, permission: 'patients', params: idParams, errors: ['not_found'] } as const

export const readCumulative = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/people/:id/cumulative',
  summary:
    'The released values of a person at the caller’s sites in one table, the latest sample first, up to 60 samples.',
  responses: { 200: cumulative },
})

export const readCumulativePdf = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/people/:id/cumulative.pdf',
  summary:
    'The same table as a PDF to hand out, without the limit of 60 samples and without results that wait for the payment.',
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
  errors: ['not_found', 'not_possible_now'],
})

export const readOwnCumulative = endpoint({
  ...own,
  method: 'GET',
  path: '/api/care/:id/cumulative',
  summary:
    'In one table, up to 60 samples: the released values of a person whose record the caller may open.',
  responses: { 200: cumulative },
})

export const readOwnCumulativePdf = endpoint({
  ...own,
  method: 'GET',
  path: '/api/care/:id/cumulative.pdf',
  summary: 'The same table as a PDF, without the limit of 60 samples.',
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
})
