import { z } from 'zod'
import { day, id, line } from './fields.ts'
import { lengthOf, type Period } from './insight-periods.ts'
import { priorities } from './options.ts'

/** What every call on figures is asked: local days, and what is looked at. */

const mostDays = 5 * 366

/** Local days, both included, of one site or of all. */
export const period = { from: day, to: day, siteId: id.optional() }

/** And what is looked at in them: each filter is left out for all. */
export const asked = {
  ...period,
  /** The code or the name of a test. */
  test: line('Test', 120).optional(),
  priority: z.enum(priorities).optional(),
}

/** The days of a query are in order, and not too many. */
export const inPeriod = <Query extends z.ZodType<Period>>(query: Query): Query =>
  query
    .refine(({ from, to }) => from <= to, { path: ['to'], error: 'The last day is before the first' })
    .refine((days) => lengthOf(days) <= mostDays, {
      path: ['to'],
      error: 'A period is at most five years long',
    })
