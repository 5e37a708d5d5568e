import { z } from 'zod'
import { appointment, requiredReason } from './booking.ts'
import { visitReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { day, done, id, idParams, instant, revision, timestamp } from './fields.ts'
import type { VisitKind } from './message-kinds.ts'
import { priorities, roles, staffRoles } from './options.ts'
import { visitStates } from './visit-states.ts'

/** Calls of managers on all visits, beyond the calls that patients have too. */

const chairNumber = z.number().int().min(1).max(500)

/** A chair in the calendar; `overflow` is an extra place for an overbooked visit. */
const chair = z.object({ number: z.number().int(), name: z.string(), overflow: z.boolean() })

/** A value of the audit trail, or the list of its parts; null if there was none. */
const noted = z.string().nullable()

export const visitHistory = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/history',
  access: staffRoles,
  permission: 'appointments',
  summary: 'A visit with its history and every message about it, oldest first.',
  params: idParams,
  responses: {
    200: z.object({
      appointment,
      /** Null for a walk-in, and for a patient who arrived after a no-show. */
      chair: chair.nullable(),
      /** The account of the visit; null if it was booked for a person without one. */
      account: z.object({ id: z.string(), fullName: z.string(), email: z.string() }).nullable(),
      /** The person tested. */
      personId: z.string(),
      /** The reference as it is spoken and scanned. */
      personNumber: z.string(),
      whyNotCancel: z.string().nullable(),
      whyNotNoShow: z.string().nullable(),
      events: z.array(
        z.object({
          id: z.string(),
          at: timestamp,
          /** For example `visit.booked`; `sayAction` has its text. */
          action: z.string(),
          /** The sample or test of the entry, if it is not about the visit itself. */
          about: z.string().nullable(),
          by: z.object({ fullName: z.string(), role: z.enum(roles) }).nullable(),
          reason: z.string().nullable(),
          changes: z.array(z.object({ field: z.string(), before: noted, after: noted })),
        }),
      ),
      messages: z.array(
        z.object({
          id: z.string(),
          at: timestamp,
          kind: z.string(),
          to: z.string(),
          state: z.string(),
          sentAt: timestamp.nullable(),
          error: z.string().nullable(),
        }),
      ),
    }),
  },
  errors: ['not_found'],
})

export const rescheduleVisit = endpoint({
  method: 'PUT',
  path: '/api/labtest/appointment/:id/reschedule',
  changes: visitReads,
  access: staffRoles,
  permission: 'appointments',
  scope: 'visits:book',
  summary: 'Move a visit to another time or chair. Another time needs a reason, and the patient is notified.',
  params: idParams,
  body: z.strictObject({
    start: instant,
    /** If omitted, any free chair. */
    chair: chairNumber.optional(),
    overbook: z.boolean().optional(),
    reason: requiredReason.optional(),
    version: revision(),
  }),
  repeatable: true,
  responses: { 200: done.extend({ appointment }) },
  errors: ['not_found', 'slot_taken', 'not_possible_now', 'changed_meanwhile'],
})

export const markNoShow = endpoint({
  method: 'PUT',
  path: '/api/labtest/appointment/:id/no-show',
  changes: visitReads,
  access: staffRoles,
  permission: 'appointments',
  summary: 'Mark a visit whose time has begun as missed.',
  params: idParams,
  responses: { 200: done.extend({ appointment }) },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile'],
})

const interval = z.object({ start: timestamp, end: timestamp })

export const dayCalendar = endpoint({
  method: 'GET',
  path: '/api/labtest/calendar',
  access: staffRoles,
  permission: 'appointments',
  summary: 'One day of a site, chair by chair.',
  query: z.strictObject({ day: day.optional(), siteId: id.optional() }),
  responses: {
    200: z.object({
      site: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }),
      day: z.string(),
      /** Start and end of the local day, which has 23, 24 or 25 hours. */
      ...interval.shape,
      stepMinutes: z.number().int(),
      bufferMinutes: z.number().int(),
      /** The limit of overbooked visits at one time. */
      overbookLimit: z.number().int(),
      open: z.array(interval),
      closures: z.array(interval.extend({ reason: z.string() })),
      /** Chairs in use, and other chairs with a visit on that day. */
      chairs: z.array(chair.extend({ active: z.boolean() })),
      visits: z.array(
        interval.extend({
          id: z.string(),
          /** Null for a walk-in, and for a patient who arrived after a no-show. */
          chair: z.number().int().nullable(),
          status: z.enum(visitStates),
          priority: z.enum(priorities),
          fullName: z.string(),
          reference: z.string(),
          testType: z.array(z.string()),
          version: z.number().int(),
          whyNotMovable: z.string().nullable(),
        }),
      ),
      /** Short holds, without their holders. */
      holds: z.array(interval.extend({ chair: z.number().int() })),
    }),
  },
  errors: [],
})

/** Names of the fields of a visit in its history. */
export const changeWords: Readonly<Record<string, string>> = {
  startsAt: 'Time',
  endsAt: 'End',
  chair: 'Chair',
  priority: 'Priority',
  tests: 'Tests',
  packages: 'Packages',
  fullName: 'Full name',
  age: 'Age',
  gender: 'Gender',
  contact: 'Phone number',
  referrerId: 'Requester',
  facilityId: 'Facility',
  requestedBy: 'Requested by',
  copyTo: 'Copy to',
  clinicalDetails: 'Clinical details',
  diagnosis: 'Diagnosis',
  fasting: 'Fasting',
  pregnancyWeek: 'Week of pregnancy',
  medication: 'Medication',
  email: 'Email',
}

/** Names of messages in the history of a visit. */
export const messageWords: Readonly<Record<string, string>> = {
  visit_booked: 'Booked',
  visit_changed: 'Changed',
  visit_cancelled: 'Cancelled',
  visit_called_off: 'Cancelled by the laboratory',
  visit_again: 'New time for the recollection',
  visit_closed_out: 'Please choose another time',
  visit_reminder: 'Reminder',
  fasting_begins: 'Time to begin fasting',
  turn_near: 'Your turn is near',
  results_ready: 'Results are ready',
  result_corrected: 'A result was corrected',
  result_withdrawn: 'A result was withdrawn',
  result_link: 'Link to the report',
} satisfies Readonly<Record<VisitKind, string>>
