import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id } from './fields.ts'
import { site } from './queue-views.ts'

/** What is said of waits to come, and how true it was. */

/** Of those who were told a range and have been called since. Shares from 0 to 1, minutes; null of nobody. */
const accuracy = z.object({
  /** Called, and of those how many had been told a range; the others were told that nothing is known. */
  called: z.number().int(),
  told: z.number().int(),
  /** Share whose wait lay in the range; eight of ten is aimed at. */
  within: z.number().nullable(),
  /** Share that waited longer than they were told. */
  longer: z.number().nullable(),
  meanWidth: z.number().nullable(),
  /** Between the middle of the forecast and the wait. */
  meanError: z.number().nullable(),
})
export type Accuracy = z.output<typeof accuracy>

/** How far back it can be asked. */
export const mostAccuracyDays = 90

export const waitAccuracy = endpoint({
  method: 'GET',
  path: '/api/queue/accuracy',
  access: 'public',
  summary: 'How true the published waits were, by day: for everyone, patients first.',
  query: z.strictObject({
    siteId: id.optional(),
    days: z.coerce.number({ error: 'days must be a number' }).int().min(1).max(mostAccuracyDays).default(28),
  }),
  responses: {
    200: z.object({
      site,
      /** The share that ranges are made to hold. */
      aim: z.number(),
      /** Fewer told than this are too few to judge by. */
      enough: z.number().int(),
      overall: accuracy,
      days: z.array(accuracy.extend({ day: z.string() })),
    }),
  },
  errors: ['not_found'],
})

export const expectedWaits = endpoint({
  method: 'GET',
  path: '/api/queue/expected',
  access: 'public',
  summary:
    'What wait to expect with an appointment on a day, by its time: today from the forecast, later from the same weekday before.',
  query: z.strictObject({ siteId: id.optional(), day }),
  responses: {
    200: z.object({
      /** `unknown`: too little is known of such a day, and `times` is empty. */
      basis: z.enum(['forecast', 'history', 'unknown']),
      /** From this local time (`HH:mm`) until the next one in the list; minutes. */
      times: z.array(z.object({ from: z.string(), low: z.number().int(), high: z.number().int() })),
    }),
  },
  errors: ['not_found'],
})
