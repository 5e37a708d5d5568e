import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id } from './fields.ts'
import { staffRoles } from './options.ts'
import { site } from './queue-views.ts'
import { waitingClasses } from './ticket-states.ts'

/** A recorded day as input of a simulation with other staff, hours, chairs or demand. */

/** Minutes from the day's start at the site; lengths in minutes. */
const minute = z.number()
const span = z.object({ from: minute, until: minute })
const rate = z.object({ from: minute, until: minute, perHour: z.number() })
const law = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('constant'), value: z.number() }),
  z.object({ kind: z.literal('exponential'), mean: z.number() }),
  z.object({ kind: z.literal('lognormal'), mean: z.number(), cv: z.number() }),
  z.object({ kind: z.literal('normal'), mean: z.number(), sd: z.number() }),
  z.object({ kind: z.literal('empirical'), values: z.array(z.number()) }),
])

/** The plan of the simulation, field by field: staff are desks and places on the bench, without names. */
const plan = z.object({
  sites: z.array(
    z.object({
      id: z.string(),
      chairs: z.number().int(),
      walkIns: z.array(rate),
      stat: z.array(rate),
      booked: z.array(z.object({ at: minute, type: z.string() })),
      recorded: z.array(
        z.object({
          arrivedAt: minute,
          class: z.enum(waitingClasses),
          appointmentAt: minute.nullable(),
          type: z.string(),
          serviceMinutes: z.number().nullable(),
        }),
      ),
      courier: z.object({ everyMinutes: z.number(), places: z.number().int(), ride: law }),
    }),
  ),
  staff: z.array(
    z.object({
      id: z.string(),
      site: z.string(),
      skills: z.array(z.string()),
      shifts: z.array(span),
      pace: z.number(),
    }),
  ),
  visitTypes: z.array(
    z.object({
      id: z.string(),
      share: z.number(),
      service: law,
      samples: z.array(z.object({ specimen: z.string(), tests: z.array(z.string()) })),
      unprepared: z.number(),
    }),
  ),
  tests: z.array(
    z.object({ id: z.string(), analyser: z.string().nullable(), skill: z.string(), hands: law }),
  ),
  analysers: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      places: z.number().int(),
      run: law,
      holdMinutes: z.number(),
    }),
  ),
  rule: z.object({
    graceBeforeMinutes: z.number(),
    graceAfterMinutes: z.number(),
    ageingMinutes: z.number(),
    aboveStatMinutes: z.number(),
  }),
  noShow: z.number(),
  punctuality: law,
  rejection: z.object({ chance: z.number(), sameDay: z.number(), back: law }),
  release: law,
  twoPeople: z.boolean(),
})

export const plannerDay = endpoint({
  method: 'GET',
  path: '/api/queue/planner/day',
  access: staffRoles,
  permission: 'appointments',
  summary:
    'A past day or today as input of the simulation: arrivals with their tests, open desks, and durations, without names.',
  query: z.strictObject({ siteId: id.optional(), day }),
  responses: {
    200: z.object({
      site,
      day: z.string(),
      /** `usual`: too little was recorded, and the plan is that of a usual laboratory, scaled to the day's demand. */
      basis: z.enum(['recorded', 'usual']),
      /** For the bench only, which may have too few records on a day with a recorded queue. */
      bench: z.enum(['recorded', 'usual']),
      /** Why the plan is a usual one; null if it is the day’s own. */
      why: z.string().nullable(),
      /** People who arrived, and people still expected (today only). */
      came: z.number().int(),
      expected: z.number().int(),
      /** Recorded figures in minutes; null without calls or releases. */
      seen: z.object({
        called: z.number().int(),
        meanWait: z.number().nullable(),
        waitOfNineTenths: z.number().nullable(),
        meanTurnaround: z.number().nullable(),
      }),
      /** Opening hours of the site on that weekday; null if it is closed. */
      hours: span.nullable(),
      plan,
    }),
  },
  errors: ['not_found', 'not_possible_now'],
})
