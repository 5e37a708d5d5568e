import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, page, pageOf, timestamp } from './fields.ts'
import { inPeriod, period } from './insight-asked.ts'
import { flag, patient } from './insight-lists.ts'
import { staffRoles } from './options.ts'
import { waitingClasses } from './ticket-states.ts'
import { visitStates } from './visit-states.ts'

/** Lists of waits, services and booked chairs behind the figures, latest first. */

const whole = z.number().int()

export const insightWaits = endpoint({
  method: 'GET',
  mayBeLate: true,
  path: '/api/insights/waits',
  access: staffRoles,
  permission: 'insights',
  summary: 'Promised and actual waits of a period, latest first, without names.',
  query: inPeriod(
    z.strictObject({
      ...period,
      /** Only tickets whose wait was longer than the shown range, shorter than it, or within it. */
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
          /** The code on the board. */
          ticket: z.string(),
          class: z.string(),
          ahead: whole,
          toldAt: timestamp,
          calledAt: timestamp,
          promised: z.object({ low: z.number(), high: z.number() }).nullable(),
          waitedMinutes: z.number(),
        }),
      ),
    ),
  },
  errors: [],
})

/** One local hour of a weekday. Weekday 0 is Sunday. */
const hourOfWeek = {
  weekday: z.coerce.number().int().min(0).max(6).optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
}

export const insightServed = endpoint({
  method: 'GET',
  mayBeLate: true,
  path: '/api/insights/served',
  access: staffRoles,
  permission: 'insights',
  summary: 'The tickets served in a period, latest first, without patients’ names.',
  query: inPeriod(
    z.strictObject({
      ...period,
      /** The person who served them. */
      person: id.optional(),
      /** Only services on a collection chair with a recorded end, which the use of the chairs is computed from. */
      chairs: flag.optional(),
      /** Only services in this hour. */
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
          /** The code on the board. */
          ticket: z.string(),
          desk: z.string(),
          servedBy: z.string().nullable(),
          calledAt: timestamp.nullable(),
          endedAt: timestamp,
          /** From the call to the end, within the requested hour. Null without a recorded end. */
          minutes: z.number().nullable(),
        }),
      ),
    ),
  },
  errors: [],
})

export const insightBooked = endpoint({
  method: 'GET',
  mayBeLate: true,
  path: '/api/insights/booked',
  access: staffRoles,
  permission: 'insights',
  summary:
    'The visits on a collection chair in a period, latest first; cancelled and missed ones are left out.',
  query: inPeriod(
    z.strictObject({
      ...period,
      /** Only visits in this hour. */
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
          /** Of the visit, within the requested hour. */
          minutes: z.number(),
        }),
      ),
    ),
  },
  errors: [],
})
