import { z } from 'zod'
import { day, id, line } from './fields.ts'
import { priorities } from './options.ts'

/** What every call on figures is asked: local days, and what is looked at. */

const mostDays = 5 * 366
const dayNumber = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000

/** Local days, both included, and what is looked at: each filter is left out for all. */
export const asked = {
  from: day,
  to: day,
  siteId: id.optional(),
  /** The code or the name of a test. */
  test: line('Test', 120).optional(),
  priority: z.enum(priorities).optional(),
}

type Days = { from: string; to: string }
export const inOrder = ({ from, to }: Days) => from <= to
export const notTooLong = ({ from, to }: Days) => dayNumber(to) - dayNumber(from) < mostDays
export const orderError = { path: ['to'], error: 'The last day is before the first' }
export const lengthError = { path: ['to'], error: 'A period is at most five years long' }
