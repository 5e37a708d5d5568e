import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day } from './fields.ts'
import { staffRoles } from './options.ts'

const clinicFigures = z.object({
  id: z.string(),
  name: z.string(),
  orders: z.number().int(),
  /** Orders of the facility that staff wrote down, from paper or a call. */
  written: z.number().int(),
  /** The five tests and packages that were ordered most, without confidential tests. */
  tests: z.array(z.object({ name: z.string(), count: z.number().int() })),
  /** Orders whose sample the clinic takes. */
  sent: z.number().int(),
  samples: z.number().int(),
  rejected: z.number().int(),
  /** Reasons of rejected samples, the most frequent first. */
  reasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  released: z.number().int(),
  /** Minutes from the receipt of the sample to the first release of a test; null without a released test. */
  median: z.number().nullable(),
  p90: z.number().nullable(),
})
export type ClinicFigures = z.output<typeof clinicFigures>

export const readClinicFigures = endpoint({
  method: 'GET',
  path: '/api/insights/clinics',
  access: staffRoles,
  permission: 'insights',
  summary:
    'Figures by facility for a period, from the orders of its clinicians and those that staff wrote down: orders, the most frequent tests, samples, rejected samples, and the time from receipt to release.',
  query: z.strictObject({ from: day, to: day }),
  responses: { 200: z.object({ clinics: z.array(clinicFigures) }) },
  errors: [],
})
