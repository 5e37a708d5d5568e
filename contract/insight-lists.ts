import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, page, pageOf, timestamp } from './fields.ts'
import { asked, inPeriod } from './insight-asked.ts'
import { priorities, staffRoles } from './options.ts'
import { rejectionReasons } from './task-states.ts'

/** The lists of tests and samples behind the figures: as long as the figures say, latest first. */

const minutes = z.number().nullable()
const named = z.object({ code: z.string(), name: z.string() })
const priority = z.enum(priorities)

export const patient = z.object({ fullName: z.string(), reference: z.string(), visitId: z.string() })
/** As an address says it. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Minutes of each step of one test; null where it is not known. */
const taskSteps = z.object({
  wait: minutes,
  collection: minutes,
  transport: minutes,
  analysis: minutes,
  release: minutes,
})

export const insightTasks = endpoint({
  method: 'GET',
  path: '/api/insights/tasks',
  access: staffRoles,
  permission: 'insights',
  summary:
    'The tests behind the figures of turnaround and findings: first released in the period, latest first; or those completed in it.',
  query: inPeriod(
    z.strictObject({
      ...asked,
      /** Only those released after their time; false: only those in time. */
      late: flag.optional(),
      /** Only those with a positive answer, or with any flag. */
      found: z.enum(['positive', 'flagged']).optional(),
      /** Who did it; without saying what: who collected, completed or released it. */
      person: id.optional(),
      /** What `person` did. Tests that were completed are those of which that was done in the period, released or not. */
      did: z.enum(['completed', 'released']).optional(),
      ...page,
    }),
  ),
  responses: {
    200: z.object(
      pageOf(
        z.object({
          id: z.string(),
          site: z.string(),
          test: named,
          priority,
          accession: z.string(),
          patient,
          collectedAt: timestamp,
          completedAt: timestamp.nullable(),
          /** Null while it was not released. */
          releasedAt: timestamp.nullable(),
          dueAt: timestamp,
          late: z.boolean(),
          totalMinutes: minutes,
          steps: taskSteps,
          collectedBy: z.string().nullable(),
          completedBy: z.string().nullable(),
          /** Null when a rule released it, or its results are being corrected. */
          releasedBy: z.string().nullable(),
          positive: z.boolean(),
          flagged: z.boolean(),
        }),
      ),
    ),
  },
  errors: [],
})

const sample = z.object({
  id: z.string(),
  site: z.string(),
  accession: z.string(),
  tube: z.string(),
  tests: z.array(named),
  priority,
  patient,
  collectedAt: timestamp,
  collectedBy: z.string(),
})

export const insightRejections = endpoint({
  method: 'GET',
  path: '/api/insights/rejections',
  access: staffRoles,
  permission: 'insights',
  summary: 'The samples rejected in a period, latest first.',
  query: inPeriod(
    z.strictObject({ ...asked, reason: z.enum(rejectionReasons).optional(), person: id.optional(), ...page }),
  ),
  responses: {
    200: z.object(
      pageOf(
        sample.extend({
          rejectedAt: timestamp,
          rejectedBy: z.string(),
          reason: z.string(),
          note: z.string(),
          /** The sample drawn in its place. */
          replacedBy: z.string().nullable(),
        }),
      ),
    ),
  },
  errors: [],
})

export const insightSamples = endpoint({
  method: 'GET',
  path: '/api/insights/samples',
  access: staffRoles,
  permission: 'insights',
  summary: 'The samples collected in a period, latest first. Parts of them are not told.',
  query: inPeriod(z.strictObject({ ...asked, person: id.optional(), ...page })),
  responses: {
    200: z.object(
      pageOf(
        sample.extend({
          /** Why it was rejected since. */
          rejected: z.string().nullable(),
        }),
      ),
    ),
  },
  errors: [],
})

export const insightOpen = endpoint({
  method: 'GET',
  path: '/api/insights/open',
  access: staffRoles,
  permission: 'insights',
  summary: 'The tests that are pending or in progress now, those due first first.',
  query: z.strictObject({
    siteId: id.optional(),
    test: asked.test,
    priority: asked.priority,
    /** Only those past their time. */
    late: flag.optional(),
    ...page,
  }),
  responses: {
    200: z.object(
      pageOf(
        z.object({
          id: z.string(),
          site: z.string(),
          test: named,
          priority,
          accession: z.string(),
          patient,
          status: z.enum(['pending', 'in_progress']),
          collectedAt: timestamp,
          dueAt: timestamp,
          late: z.boolean(),
        }),
      ),
    ),
  },
  errors: [],
})
