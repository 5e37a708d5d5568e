import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { inPeriod, period } from './insight-asked.ts'
import { staffRoles } from './options.ts'
import { cultureSpecimenNames } from './susceptibility.ts'

/** Figures over many cultures: the cumulative antibiogram, and the export of isolates for WHONET. */

/** A percentage of fewer isolates is not reliable (CLSI M39) and is marked. */
export const leastIsolates = 30

const asked = { ...period, specimen: z.enum(cultureSpecimenNames).optional() }

const counted = z.object({
  code: z.string(),
  name: z.string(),
  /** Isolates with a category for the antibiotic, whether or not reports showed it. */
  tested: z.number().int(),
  susceptible: z.number().int(),
})

const antibiogram = z.object({
  organisms: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      /** The first isolate of each person in the period. */
      isolates: z.number().int(),
      antibiotics: z.array(counted),
    }),
  ),
  /** Isolates that are left out because an earlier isolate of the same person and organism is counted. */
  repeats: z.number().int(),
})
export type Antibiogram = z.output<typeof antibiogram>

export const readAntibiogram = endpoint({
  method: 'GET',
  mayBeLate: true,
  path: '/api/insights/antibiogram',
  access: staffRoles,
  permission: 'insights',
  summary:
    'The cumulative antibiogram of the finally released cultures whose samples were collected in the period: the percentage of susceptible isolates by organism and antibiotic. Only the first isolate of each person and organism is counted.',
  query: inPeriod(z.strictObject(asked)),
  responses: { 200: antibiogram },
  errors: ['not_found'],
})

export const exportWhonet = endpoint({
  method: 'GET',
  path: '/api/transfer/whonet.csv',
  access: staffRoles,
  permission: 'transfer',
  summary:
    'The isolates of the finally released cultures of a period as a CSV file with the field names of WHONET, one line for each isolate, repeats included.',
  query: inPeriod(
    z.strictObject({
      ...asked,
      /** Whether to include names. */
      names: z.enum(['true', 'false']).default('false'),
    }),
  ),
  /** The CSV file. */
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})
