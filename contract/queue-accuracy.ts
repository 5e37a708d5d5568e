import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id } from './fields.ts'
import { site } from './queue-views.ts'

/** Forecasts of waits, and their accuracy. */

/** Accuracy of the ranges shown to tickets that have been called since. Shares from 0 to 1, minutes; null without tickets. */
const accuracy = z.object({
  /** Called tickets, and those of them that were shown a range; the others were shown an unknown wait. */
  called: z.number().int(),
  shown: z.number().int(),
  /** Share of shown ranges that contained the actual wait; the target is 0.8. */
  within: z.number().nullable(),
  /** Share of tickets that waited longer than shown. */
  longer: z.number().nullable(),
  meanWidth: z.number().nullable(),
  /** Mean absolute difference between the wait and the middle of the forecast. */
  meanError: z.number().nullable(),
})
export type Accuracy = z.output<typeof accuracy>

/**
 * The promises whose calibration is measured on the same waits. `low`, `middle` and `high`: the wait is at most this quantile of the
 * forecast as computed, before correction and rounding. `range`: the wait is within the range that was shown.
 */
export const waitPromises = ['low', 'middle', 'range', 'high'] as const
export type WaitPromise = (typeof waitPromises)[number]

/** Shares from 0 to 1; null without waits. */
const calibration = z.object({
  promise: z.enum(waitPromises),
  /** The share of waits that should keep the promise. */
  nominal: z.number(),
  /** The number of waits with this promise. Quantiles of 0 minutes are left out, since no wait is shorter than 0. */
  count: z.number().int(),
  /** The number of waits that kept it. */
  held: z.number().int(),
  /** held / count, and the ends of its 95 % confidence interval by Wilson. */
  share: z.number().nullable(),
  least: z.number().nullable(),
  most: z.number().nullable(),
})
export type Calibration = z.output<typeof calibration>

/** Maximum number of past days. */
export const mostAccuracyDays = 90

export const waitAccuracy = endpoint({
  method: 'GET',
  mayBeLate: true,
  path: '/api/queue/accuracy',
  access: 'public',
  summary: 'The accuracy of published waits by day. Public.',
  query: z.strictObject({
    siteId: id.optional(),
    days: z.coerce.number({ error: 'days must be a number' }).int().min(1).max(mostAccuracyDays).default(28),
  }),
  responses: {
    200: z.object({
      site,
      /** The target share of ranges that contain the wait. */
      aim: z.number(),
      /** Minimum number of ranges for a judgement. */
      enough: z.number().int(),
      overall: accuracy,
      calibration: z.array(calibration),
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
    'The expected wait of appointments on a day, by time: from the forecast today, from the same weekdays before on later days.',
  query: z.strictObject({ siteId: id.optional(), day }),
  responses: {
    200: z.object({
      /** `unknown`: too few records of such days; `times` is empty. */
      basis: z.enum(['forecast', 'history', 'unknown']),
      /** Valid from this local time (`HH:mm`) until the next entry; minutes. */
      times: z.array(z.object({ from: z.string(), low: z.number().int(), high: z.number().int() })),
    }),
  },
  errors: ['not_found'],
})
