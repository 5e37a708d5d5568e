import { z } from 'zod'
import { endpoint, type ResponseOf } from './endpoint.ts'
import { done, id, idParams, instant, isCalendarDay, requiredLine, revision, timestamp } from './fields.ts'
import { priorities, staffRoles } from './options.ts'

/** Closures of a site within its opening hours, and the visits affected by them. */

/** Local at the site, `YYYY-MM-DDTHH:mm`. */
const localTime = z
  .string({ error: 'Give a day and a time' })
  .regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/, 'Give a day and a time like 2026-12-24T13:00')
  .refine((text) => isCalendarDay(text.slice(0, 10)), 'This date does not exist')

const times = {
  siteId: id.optional(),
  from: localTime,
  /** Exclusive: the first minute that is open again. */
  to: localTime,
}

/** Maximum number of visits moved at once, since bookings wait meanwhile. */
export const mostTouched = 500

const closure = z.object({
  id: z.string(),
  site: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }),
  start: timestamp,
  end: timestamp,
  reason: z.string(),
  /** Visits that are still booked in the closure. */
  visits: z.number().int(),
})
export type Closure = z.output<typeof closure>

export const listClosures = endpoint({
  method: 'GET',
  path: '/api/settings/closures',
  access: staffRoles,
  permission: 'configure',
  summary:
    'Current and future closures, soonest first, each with the number of visits that still fall into it.',
  query: z.strictObject({ siteId: id.optional() }),
  responses: { 200: z.object({ closures: z.array(closure) }) },
  errors: [],
})

const touched = z.object({
  id: z.string(),
  version: z.number().int(),
  reference: z.string(),
  fullName: z.string(),
  email: z.string(),
  contact: z.string(),
  /** The channel for asking for another time; null if the laboratory has to call. */
  way: z.enum(['email', 'sms']).nullable(),
  start: timestamp,
  end: timestamp,
  testType: z.array(z.string()),
  priority: z.enum(priorities),
  /** The nearest free start that is not proposed to another visit; null if there is none within two weeks. */
  proposal: z.string().nullable(),
  /** Other free starts, nearest first. */
  alternatives: z.array(z.string()),
})
export type TouchedVisit = z.output<typeof touched>

export const previewClosure = endpoint({
  method: 'POST',
  path: '/api/settings/closures/preview',
  access: staffRoles,
  permission: 'configure',
  summary: 'The visits that a closure would affect, each with alternative times. Changes nothing.',
  body: z.strictObject(times),
  responses: { 200: z.object({ start: timestamp, end: timestamp, visits: z.array(touched) }) },
  errors: ['not_possible_now'],
})

export const visitsInClosure = endpoint({
  method: 'GET',
  path: '/api/settings/closures/:id/visits',
  access: staffRoles,
  permission: 'configure',
  summary: 'The visits that still fall into a closure, each with alternative times.',
  params: idParams,
  responses: { 200: z.object({ closure, visits: z.array(touched) }) },
  errors: ['not_found', 'not_possible_now'],
})

/** The decision on a visit: another time, a message that asks for another time, or a cancellation. */
const deeds = z
  .array(
    z.discriminatedUnion('action', [
      z.strictObject({ action: z.literal('move'), id, version: revision(), start: instant }),
      z.strictObject({ action: z.literal('message'), id, version: revision() }),
      z.strictObject({ action: z.literal('cancel'), id, version: revision() }),
    ]),
  )
  .max(mostTouched)
  // The count alone would accept two decisions for one visit and none for another.
  .superRefine((all, check) => {
    for (const [index, { id: visit }] of all.entries()) {
      if (all.findIndex((deed) => deed.id === visit) < index) {
        check.addIssue({ code: 'custom', path: [index, 'id'], message: 'This visit is decided for twice' })
      }
    }
  })
export type Deed = z.output<typeof deeds>[number]

const outcome = {
  message: z.string(),
  moved: z.number().int(),
  messaged: z.number().int(),
  cancelled: z.number().int(),
}

export const addClosure = endpoint({
  method: 'POST',
  path: '/api/settings/closures',
  changes: ['/api/settings/closures'],
  access: staffRoles,
  permission: 'configure',
  summary: 'Close a site for a period and move or cancel every visit in it, in one transaction.',
  body: z.strictObject({ ...times, reason: requiredLine('Reason', 200), visits: deeds }),
  responses: { 201: z.object({ ...outcome, id: z.string() }) },
  errors: ['slot_taken', 'changed_meanwhile', 'not_possible_now', 'busy'],
})

export const dealWithClosure = endpoint({
  method: 'PUT',
  path: '/api/settings/closures/:id/visits',
  changes: ['/api/settings/closures'],
  access: staffRoles,
  permission: 'configure',
  summary: 'Move or cancel visits that still fall into a closure: all of the given ones or none.',
  params: idParams,
  body: z.strictObject({ visits: deeds }),
  responses: { 200: z.object(outcome) },
  errors: ['not_found', 'slot_taken', 'changed_meanwhile', 'not_possible_now', 'busy'],
})

/** Visits outside the current opening hours, which were changed after the booking. */
export const visitsOutside = endpoint({
  method: 'GET',
  path: '/api/settings/sites/:id/outside',
  access: staffRoles,
  permission: 'configure',
  summary: 'Upcoming visits outside the opening hours of a site, the first ones with alternative times.',
  params: idParams,
  responses: {
    200: z.object({
      site: closure.shape.site,
      /** The total; the list contains the first of them. */
      count: z.number().int(),
      visits: z.array(touched),
    }),
  },
  errors: ['not_found'],
})

export const dealWithOutside = endpoint({
  method: 'PUT',
  path: '/api/settings/sites/:id/outside',
  changes: ['/api/settings/sites'],
  access: staffRoles,
  permission: 'configure',
  summary: 'Move or cancel visits outside the opening hours of a site: all of the given ones or none.',
  params: idParams,
  body: z.strictObject({ reason: requiredLine('Reason', 200), visits: deeds }),
  responses: { 200: z.object(outcome) },
  errors: ['not_found', 'slot_taken', 'changed_meanwhile', 'busy'],
})

export const removeClosure = endpoint({
  method: 'DELETE',
  path: '/api/settings/closures/:id',
  changes: ['/api/settings/closures'],
  access: staffRoles,
  permission: 'configure',
  summary: 'End a closure. Visits that were moved are not moved back.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found'],
})
export type ClosurePreview = ResponseOf<typeof previewClosure>
