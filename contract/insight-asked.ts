import { z } from 'zod'
import { day, id, line } from './fields.ts'
import { lengthOf, type Period } from './insight-periods.ts'
import { priorities } from './options.ts'

/** Query parameters that all calls on figures share: local days and filters. */

const mostDays = 5 * 366

/** Local days, both included, of one site or of all sites. */
export const period = { from: day, to: day, siteId: id.optional() }

/** Filters; an omitted filter matches everything. */
export const asked = {
  ...period,
  /** Code or name of a test. */
  test: line('Test', 120).optional(),
  priority: z.enum(priorities).optional(),
}

/** Validates that the days are in order and not too many. */
export const inPeriod = <Query extends z.ZodType<Period>>(query: Query): Query =>
  query
    .refine(({ from, to }) => from <= to, { path: ['to'], error: 'The last day is before the first' })
    .refine((days) => lengthOf(days) <= mostDays, {
      path: ['to'],
      error: 'A period is at most five years long',
    })
