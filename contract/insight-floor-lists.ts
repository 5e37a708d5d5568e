import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, page, pageOf, timestamp } from './fields.ts'
import { inPeriod, period } from './insight-asked.ts'
import { flag, patient } from './insight-lists.ts'
import { staffRoles } from './options.ts'
import { waitingClasses } from './ticket-states.ts'
import { visitStates } from './visit-states.ts'

/** The lists of waits, of people served and of booked chairs behind the figures, latest first. */

const whole = z.number().int()

export const insightWaits = endpoint({
  method: 'GET',
  path: '/api/insights/waits',
  access: staffRoles,
  permission: 'insights',
  summary:
    'What people were told of their wait in a period and how long it was, latest first. Nobody is named.',
  query: inPeriod(
    z.strictObject({
      ...period,
      /** Only those whose wait was longer, shorter or within what they were told. */
      came: z.enum(['longer', 'shorter', 'within']).optional(),
      class: z.enum(waitingClasses).optional(),
      ...page,
    }),
  ),
  responses: {
    200: z.object(
      pageOf(
        z.object({
          ticketId: z.string(),
          site: z.string(),
          day: z.string(),
          /** As the board shows it. */
          ticket: z.string(),
          class: z.string(),
          ahead: whole,
          toldAt: timestamp,
          calledAt: timestamp,
          told: z.object({ low: z.number(), high: z.number() }).nullable(),
          waitedMinutes: z.number(),
        }),
      ),
    ),
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
  query: inPeriod(
    z.strictObject({
      ...period,
      /** Who served them. */
      person: id.optional(),
      /** Only those on a collection chair of whom the end was seen, of which the use of the chairs is made. */
      chairs: flag.optional(),
      /** Only those who were at the desk in it. */
      ...hourOfWeek,
      ...page,
    }),
  ),
  responses: {
    200: z.object(
      pageOf(
        z.object({
          ticketId: z.string(),
          site: z.string(),
          /** As the board shows it. */
          ticket: z.string(),
          desk: z.string(),
          servedBy: z.string().nullable(),
          calledAt: timestamp.nullable(),
          endedAt: timestamp,
          /** From the call to the end; within the hour that is asked for. Null when nobody saw the end. */
          minutes: z.number().nullable(),
        }),
      ),
    ),
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
  query: inPeriod(
    z.strictObject({
      ...period,
      /** Only those that are booked in it. */
      ...hourOfWeek,
      ...page,
    }),
  ),
  responses: {
    200: z.object(
      pageOf(
        z.object({
          site: z.string(),
          chair: whole,
          patient,
          status: z.enum(visitStates),
          startsAt: timestamp,
          endsAt: timestamp,
          /** Of the visit; within the hour that is asked for. */
          minutes: z.number(),
        }),
      ),
    ),
  },
  errors: [],
})
