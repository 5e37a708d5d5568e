import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, noneTwice, revision, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'

/** How long each class of data is kept, for managers: the minimum of the country, the period, and what the next run deletes. */

export const retentionPlaces = {
  GH: 'Ghana',
  ZA: 'South Africa',
  GB: 'United Kingdom',
  DE: 'Germany',
  US: 'United States',
  other: 'Another country',
} as const
export type RetentionPlace = keyof typeof retentionPlaces

export const retentionClasses = {
  audit: 'Audit trail',
  message: 'Messages sent',
  queue: 'Queue events',
  instrument: 'Messages of analysers',
  hospital: 'Messages of hospitals',
  contact: 'Contact messages',
  attachment: 'Removed files',
  draft: 'Drafts of results',
  account: 'Unused accounts without visits',
} as const
export type RetainedClass = keyof typeof retentionClasses

/** The shortest minimum of all countries for the audit trail. */
export const leastAuditDays = 730

const place = z.enum(keysOf(retentionPlaces), { error: 'Choose the country' })
const dataClass = z.enum(keysOf(retentionClasses), { error: 'There is no such class of data' })
const days = z
  .int('Enter a whole number of days')
  .min(1, 'Keep it for at least 1 day')
  .max(36_525, 'Keep it for at most 36,525 days, or leave the field empty')

const retention = z.object({
  place,
  /** Null: no manager has confirmed the periods, so nothing is deleted. */
  confirmedAt: timestamp.nullable(),
  version: revision(),
  /**
   * The minima of each country. `source`: the law with this number, in English; null: the number was entered without a source, and the
   * laboratory must check it.
   */
  laws: z.array(
    z.object({ place, class: dataClass, leastDays: z.number().int(), source: z.string().nullable() }),
  ),
  classes: z.array(
    z.object({
      class: dataClass,
      /** Null: for ever. */
      days: z.number().int().nullable(),
      /** What a run would delete now. */
      next: z.object({ rows: z.number().int(), oldest: timestamp.nullable() }),
      /** What has expired and is not deleted, because of a legal hold. */
      held: z.number().int(),
      last: z.object({ at: timestamp, rows: z.number().int() }).nullable(),
    }),
  ),
})
export type Retention = z.output<typeof retention>

export const readRetentionPeriods = endpoint({
  method: 'GET',
  path: '/api/retention-periods',
  access: ['admin'],
  summary:
    'For how long each class of data is kept, the minima of each country, and what the nightly job would delete now (a dry run).',
  responses: { 200: retention },
  errors: [],
})

export const changeRetentionPeriods = endpoint({
  method: 'PUT',
  path: '/api/retention-periods',
  access: ['admin'],
  summary:
    'Sets the country and the periods, and confirms them: from then on, the nightly job deletes what has expired. A period below the minimum of the country is refused.',
  body: z.strictObject({
    place,
    version: revision(),
    periods: z
      .array(z.strictObject({ class: dataClass, days: days.nullable() }))
      .max(30, 'At most 30 periods')
      .refine(noneTwice('class'), 'Each class of data can be set only once'),
  }),
  responses: { 200: done },
  errors: ['changed_meanwhile'],
  changes: ['/api/retention-periods'],
})
