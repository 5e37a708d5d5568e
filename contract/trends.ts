import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams } from './fields.ts'
import { roles } from './options.ts'
import { flags } from './results.ts'

const trend = z.object({
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  /** Released values of the same person in the same unit, oldest first; one alone is the first measurement. */
  points: z.array(
    z.object({
      at: z.string(),
      value: z.string(),
      number: z.number(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      range: z.string(),
      unconfirmed: z.boolean(),
      flag: z.enum(flags),
      /** Measured at the visit that was asked for. */
      here: z.boolean(),
    }),
  ),
})
export type Trend = z.output<typeof trend>

export const readTrends = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/trends',
  access: roles,
  summary: "How the quantities of a visit's report have changed: every released value of the same person.",
  params: idParams,
  responses: { 200: z.array(trend) },
  errors: ['not_found'],
})
