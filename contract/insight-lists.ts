import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, page, pageOf, timestamp } from './fields.ts'
import { asked, inPeriod } from './insight-asked.ts'
import { priorities, staffRoles } from './options.ts'
import { rejectionReasons } from './task-states.ts'

/** Lists of tests and samples behind the figures, latest first. A list has as many rows as its figure counts. */

const minutes = z.number().nullable()
const named = z.object({ code: z.string(), name: z.string() })
const priority = z.enum(priorities)

export const patient = z.object({ fullName: z.string(), reference: z.string(), visitId: z.string() })
/** Parses a boolean of a query string. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Minutes of each step of a test; null if unknown. */
const taskSteps = z.object({
  wait: minutes,
  collection: minutes,
  transport: minutes,
  analysis: minutes,
  release: minutes,
})

export const insightTasks = endpoint({
  method: 'GET',
  mayBeLate: true,
  path: '/api/insights/tasks',
  access: staffRoles,
  permission: 'insights',
  summary:
    'The tests behind the figures of turnaround and findings: those first released, or those completed, in the period, latest first.',
  query: inPeriod(
    z.strictObject({
      ...asked,
      /** True: only tests released late; false: only tests released in time. */
      late: flag.optional(),
      /** Only tests with a positive answer, or with any flag. */
      found: z.enum(['positive', 'flagged']).optional(),
      /** The person who did the work in `work`; without `work`, the person who collected, completed or released the test. */
      person: id.optional(),
      /** The work of `person`. `completed`: tests completed in the period, released or not. */
      work: z.enum(['completed', 'released']).optional(),
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
          /** Null before the release. */
          releasedAt: timestamp.nullable(),
          dueAt: timestamp,
          late: z.boolean(),
          totalMinutes: minutes,
          steps: taskSteps,
          collectedBy: z.string().nullable(),
          completedBy: z.string().nullable(),
          /** Null if a rule released it, or while its results are being corrected. */
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
  mayBeLate: true,
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
          /** The replacement sample. */
          replacedBy: z.string().nullable(),
        }),
      ),
    ),
  },
  errors: [],
})

export const insightSamples = endpoint({
  method: 'GET',
  mayBeLate: true,
  path: '/api/insights/samples',
  access: staffRoles,
  permission: 'insights',
  summary: 'The samples collected in a period, latest first, without aliquots.',
  query: inPeriod(z.strictObject({ ...asked, person: id.optional(), ...page })),
  responses: {
    200: z.object(
      pageOf(
        sample.extend({
          /** The reason of a later rejection. */
          rejected: z.string().nullable(),
        }),
      ),
    ),
  },
  errors: [],
})

/** The step of an open test: what it waits for, or `work` while somebody works on it. */
export const openSteps = ['collection', 'transport', 'bench', 'work', 'release'] as const
export type OpenStep = (typeof openSteps)[number]

export const openStepLabels: Readonly<Record<OpenStep, string>> = {
  // Only after a rejection: a test becomes open when its first sample is collected.
  collection: 'Waiting for collection',
  transport: 'Waiting for transport',
  bench: 'Waiting at the bench',
  work: 'In progress',
  release: 'Waiting for release',
}

export const insightOpen = endpoint({
  method: 'GET',
  path: '/api/insights/open',
  access: staffRoles,
  permission: 'insights',
  summary:
    'The collected tests whose results are not released, by due time, each with its step, the start of the step and the staff responsible.',
  query: z.strictObject({
    siteId: id.optional(),
    test: asked.test,
    priority: asked.priority,
    /** Only overdue tests. */
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
          step: z.enum(openSteps),
          /** The start of the step. */
          since: timestamp,
          /**
           * The staff responsible for the step: the person who collected the sample or works on the test, or up to three people who
           * may take or release the test. Empty while it waits for collection.
           */
          holders: z.array(z.string()),
          moreHolders: z.number().int(),
          /** The time of the appointment for the new collection, while the test waits for it. */
          comesAgainAt: timestamp.nullable(),
          collectedAt: timestamp,
          dueAt: timestamp,
          /** Whether the test is past its due time and has never been released. */
          late: z.boolean(),
        }),
      ),
    ),
  },
  errors: [],
})
