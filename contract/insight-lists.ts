import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, page } from './fields.ts'
import { asked, inOrder, lengthError, notTooLong, orderError } from './insight-asked.ts'
import { priorities, staffRoles } from './options.ts'
import { rejectionReasons } from './task-states.ts'
import { waitingClasses } from './ticket-states.ts'
import { visitStates } from './visit-states.ts'

/** The lists behind the figures: as long as the figures say, latest first. */

const whole = z.number().int()
const minutes = z.number().nullable()
const named = z.object({ code: z.string(), name: z.string() })
const priority = z.enum(priorities)

const patient = z.object({ fullName: z.string(), reference: z.string(), visitId: z.string() })
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

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
  query: z
    .strictObject({
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
    })
    .refine(inOrder, orderError)
    .refine(notTooLong, lengthError),
  responses: {
    200: z.object({
      tasks: z.array(
        z.object({
          id: z.string(),
          site: z.string(),
          test: named,
          priority,
          accession: z.string(),
          patient,
          collectedAt: z.string(),
          completedAt: z.string().nullable(),
          /** Null while it was not released. */
          releasedAt: z.string().nullable(),
          dueAt: z.string(),
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
      nextCursor: z.string().nullable(),
    }),
  },
  errors: [],
})

export const insightRejections = endpoint({
  method: 'GET',
  path: '/api/insights/rejections',
  access: staffRoles,
  permission: 'insights',
  summary: 'The samples rejected in a period, latest first.',
  query: z
    .strictObject({ ...asked, reason: z.enum(rejectionReasons).optional(), person: id.optional(), ...page })
    .refine(inOrder, orderError)
    .refine(notTooLong, lengthError),
  responses: {
    200: z.object({
      samples: z.array(
        z.object({
          id: z.string(),
          site: z.string(),
          accession: z.string(),
          tube: z.string(),
          tests: z.array(named),
          priority,
          patient,
          collectedAt: z.string(),
          collectedBy: z.string(),
          rejectedAt: z.string(),
          rejectedBy: z.string(),
          reason: z.string(),
          note: z.string(),
          /** The sample drawn in its place. */
          replacedBy: z.string().nullable(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  errors: [],
})

export const insightWaits = endpoint({
  method: 'GET',
  path: '/api/insights/waits',
  access: staffRoles,
  permission: 'insights',
  summary:
    'What people were told of their wait in a period and how long it was, latest first. Nobody is named.',
  query: z
    .strictObject({
      from: day,
      to: day,
      siteId: id.optional(),
      /** Only those whose wait was longer, shorter or within what they were told. */
      came: z.enum(['longer', 'shorter', 'within']).optional(),
      class: z.enum(waitingClasses).optional(),
      ...page,
    })
    .refine(inOrder, orderError)
    .refine(notTooLong, lengthError),
  responses: {
    200: z.object({
      waits: z.array(
        z.object({
          ticketId: z.string(),
          site: z.string(),
          day: z.string(),
          /** As the board shows it. */
          ticket: z.string(),
          class: z.string(),
          ahead: whole,
          toldAt: z.string(),
          calledAt: z.string(),
          told: z.object({ low: z.number(), high: z.number() }).nullable(),
          waitedMinutes: z.number(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  errors: [],
})

export const insightSamples = endpoint({
  method: 'GET',
  path: '/api/insights/samples',
  access: staffRoles,
  permission: 'insights',
  summary: 'The samples collected in a period, latest first. Parts of them are not told.',
  query: z
    .strictObject({ ...asked, person: id.optional(), ...page })
    .refine(inOrder, orderError)
    .refine(notTooLong, lengthError),
  responses: {
    200: z.object({
      samples: z.array(
        z.object({
          id: z.string(),
          site: z.string(),
          accession: z.string(),
          tube: z.string(),
          tests: z.array(named),
          priority,
          patient,
          collectedAt: z.string(),
          collectedBy: z.string(),
          /** Why it was rejected since. */
          rejected: z.string().nullable(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  errors: [],
})

/** One hour of one day of the week, by the clock of each site. Weekday 0 is Sunday. */
const hourOfWeek = {
  weekday: z.coerce.number().int().min(0).max(6).optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
}

export const insightServed = endpoint({
  method: 'GET',
  path: '/api/insights/served',
  access: staffRoles,
  permission: 'insights',
  summary: 'The tickets of people served in a period, latest first. Nobody who was served is named.',
  query: z
    .strictObject({
      from: day,
      to: day,
      siteId: id.optional(),
      /** Who served them. */
      person: id.optional(),
      /** Only those on a collection chair of whom the end was seen, of which the use of the chairs is made. */
      chairs: flag.optional(),
      /** Only those who were at the desk in it. */
      ...hourOfWeek,
      ...page,
    })
    .refine(inOrder, orderError)
    .refine(notTooLong, lengthError),
  responses: {
    200: z.object({
      served: z.array(
        z.object({
          ticketId: z.string(),
          site: z.string(),
          /** As the board shows it. */
          ticket: z.string(),
          desk: z.string(),
          servedBy: z.string().nullable(),
          calledAt: z.string().nullable(),
          endedAt: z.string(),
          /** From the call to the end; within the hour that is asked for. Null when nobody saw the end. */
          minutes,
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  errors: [],
})

export const insightBooked = endpoint({
  method: 'GET',
  path: '/api/insights/booked',
  access: staffRoles,
  permission: 'insights',
  summary:
    'The visits on a collection chair in a period, latest first; cancelled and missed ones are left out.',
  query: z
    .strictObject({
      from: day,
      to: day,
      siteId: id.optional(),
      /** Only those that are booked in it. */
      ...hourOfWeek,
      ...page,
    })
    .refine(inOrder, orderError)
    .refine(notTooLong, lengthError),
  responses: {
    200: z.object({
      visits: z.array(
        z.object({
          site: z.string(),
          chair: whole,
          patient,
          status: z.enum(visitStates),
          startsAt: z.string(),
          endsAt: z.string(),
          /** Of the visit; within the hour that is asked for. */
          minutes: z.number(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
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
    200: z.object({
      tasks: z.array(
        z.object({
          id: z.string(),
          site: z.string(),
          test: named,
          priority,
          accession: z.string(),
          patient,
          status: z.enum(['pending', 'in_progress']),
          collectedAt: z.string(),
          dueAt: z.string(),
          late: z.boolean(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  errors: [],
})
