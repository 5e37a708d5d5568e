import { z } from 'zod'
import { visitReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import {
  clockTime,
  day,
  done,
  fullName,
  id,
  idempotencyKey,
  idParams,
  instant,
  isCalendarDay,
  line,
  optionalEmail,
  optionalPhone,
  page,
  paragraph,
  revision,
  total,
} from './fields.ts'
import { newBill } from './money.ts'
import { careKinds, defaultPriority, genders, priorities, staffRoles, visitRoles } from './options.ts'
import { newOrder } from './orders.ts'
import { statusFilters, visitOrigins, visitStates } from './visit-states.ts'

const gender = z
  .string({ error: 'Gender is required' })
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(genders, { error: 'Gender must be male or female' }))

export const age = z
  .number({ error: (issue) => (issue.input === undefined ? 'Age is required' : 'Age must be a number') })
  .int('Age must be a whole number of years')
  .min(0, 'Age must be between 0 and 130')
  .max(130, 'Age must be between 0 and 130')

export const detailFields = {
  fullName,
  age,
  gender,
  contact: optionalPhone.default(''),
  email: optionalEmail.default(''),
}

export const needsContact = 'Give a phone number or an e-mail address, so that the laboratory can reach you'

/** The person who is tested, who may differ from the account holder. */
export const patientDetails = z
  .strictObject(detailFields)
  .refine((patient) => patient.contact !== '' || patient.email !== '', {
    path: ['contact'],
    message: needsContact,
  })

/**
 * The number of a known person, typed or scanned by staff. It links the visit to that person's earlier results. Without it
 * the person is matched by the details among those whom the account books for, or is created.
 */
export const personNumber = line('Person number', 40)

/** The date of birth, if known. It must agree with the age on the day of the visit. Without it the record has an estimate. */
export const bornOn = day.optional()

export const testType = z
  .array(line('Test', 200), { error: 'Choose at least one test' })
  .min(1, 'Choose at least one test')
  .max(20, 'Choose at most 20 tests')

const priority = z.enum(priorities, { error: `Priority must be ${priorities.join(', ')}` })

/** A day or an instant. Only the date is used, as it is written. */
const scheduledDate = z
  .string({ error: 'Date is required' })
  .refine((text) => isCalendarDay(text) || instant.safeParse(text).success, 'This date does not exist')

/** Local time at the site. */
const scheduleTime = clockTime('Give a time like 08:30')

const holdToken = z.string().min(16).max(200)
const reason = paragraph('Reason', 500)
export const requiredReason = reason.refine(
  (text) => text !== '',
  'Give a reason: it is kept with the appointment',
)

const visit = {
  patientDetails,
  testType,
  scheduledDate,
  scheduleTime: scheduleTime.optional(),
  /** Required of staff if the laboratory has several sites. */
  siteId: id.optional(),
}

export const appointment = z.object({
  _id: z.string(),
  id: z.string(),
  reference: z.string(),
  status: z.enum(visitStates),
  priority: z.enum(priorities),
  patientDetails: z.object({
    fullName: z.string(),
    age: z.number(),
    gender: z.enum(genders),
    contact: z.string(),
    email: z.string(),
  }),
  testType: z.array(z.string()),
  /** The names of the packages in which tests of the visit were booked. */
  packages: z.array(z.string()).default([]),
  /** The start, ISO 8601 UTC. */
  scheduledDate: z.string(),
  /** The start as the site's clock shows it, `HH:mm`. */
  scheduleTime: z.string(),
  endsAt: z.string(),
  durationMinutes: z.number().int(),
  site: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }),
  /** Instructions before the visit, without duplicates; may be empty. */
  preparation: z.array(z.string()),
  /** Until when the owner may change or cancel it. */
  changeableUntil: z.string(),
  /** Why the owner may not change or cancel it now; null if they may. */
  whyNotChangeable: z.string().nullable(),
  /** The visit for which this repeat collection was booked; its tests cannot be changed. */
  recollects: z.string().nullable(),
  /** The version, sent back with a change so that a concurrent change is detected. */
  version: z.number().int(),
  createdAt: z.string(),
})
export type Appointment = z.output<typeof appointment>

export const bookAppointment = endpoint({
  method: 'POST',
  path: '/api/labtest/book',
  changes: [...visitReads, '/api/care', '/api/standing-orders', '/api/people/:id/standing-orders'],
  access: visitRoles,
  scope: 'visits:book',
  summary: 'Book a visit. With an Idempotency-Key the same request can be sent again without booking twice.',
  headers: idempotencyKey,
  body: z.strictObject({
    ...visit,
    priority: priority.default(defaultPriority),
    holdToken: holdToken.optional(),
    /** The patient’s account, if staff book for it. */
    accountId: id.optional(),
    personNumber: personNumber.optional(),
    /** The person of the visit, if the account is or cares for them. The stated details must agree with the record. */
    personId: id.optional(),
    /** What the order says, if staff book. */
    order: newOrder.optional(),
    /** Who pays, if staff book: the patient unless it is given. */
    bill: newBill.optional(),
    /** The standing order that the visit is booked from. Its requester is used if `order` names none. */
    standing: id.optional(),
    /** The relation of a new person to the account holder. */
    relation: z.enum(careKinds).optional(),
    bornOn,
    /** Overbooking by a manager if every chair is taken. */
    overbook: z.strictObject({ reason: requiredReason }).optional(),
  }),
  repeatable: true,
  responses: { 201: done.extend({ appointment }) },
  errors: ['slot_taken', 'hold_gone', 'key_reused', 'too_many_requests'],
})

export const listAppointments = endpoint({
  method: 'GET',
  path: '/api/labtest/appointments',
  access: visitRoles,
  summary:
    "The caller's own appointments, latest first. The cursor of the next page is in the X-Next-Cursor header.",
  query: z.strictObject({
    /** `upcoming`: booked visits whose end has not passed, soonest first. */
    when: z.enum(['all', 'upcoming']).default('all'),
    ...page,
  }),
  responses: { 200: z.array(appointment) },
  errors: [],
})

export const readAppointment = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id',
  access: visitRoles,
  scope: 'visits:read',
  summary: 'An appointment.',
  params: idParams,
  responses: { 200: appointment },
  errors: ['not_found'],
})

export const updateAppointment = endpoint({
  method: 'PUT',
  path: '/api/labtest/update-appointments/:id',
  changes: visitReads,
  access: visitRoles,
  summary: 'Change or move an appointment in one transaction. Staff must give a reason.',
  params: idParams,
  body: z.strictObject({
    ...visit,
    priority: priority.optional(),
    reason: reason.optional(),
    version: revision().optional(),
    /** As in a booking. The reason for it is `reason`. */
    overbook: z.boolean().optional(),
  }),
  repeatable: true,
  responses: { 200: done.extend({ appointment }) },
  errors: ['not_found', 'slot_taken', 'not_possible_now', 'changed_meanwhile'],
})

export const cancelAppointment = endpoint({
  method: 'DELETE',
  path: '/api/labtest/appointment/:id/cancel',
  changes: visitReads,
  access: visitRoles,
  scope: 'visits:book',
  summary: 'Cancel an appointment. It is kept and marked as cancelled. Staff must give a reason.',
  params: idParams,
  body: z.strictObject({ reason: reason.optional(), version: revision().optional() }).optional(),
  repeatable: true,
  responses: { 200: done.extend({ appointment }) },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile'],
})

export const appointmentCalendar = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/calendar.ics',
  access: visitRoles,
  summary: 'The visit as an iCalendar file.',
  params: idParams,
  responses: { 200: z.string() },
  errors: ['not_found'],
})

export const appointmentQr = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/qr.svg',
  access: visitRoles,
  summary: "The visit's reference as a QR code, to show at the desk.",
  params: idParams,
  responses: { 200: z.string() },
  errors: ['not_found'],
})

const window = { from: day.optional(), to: day.optional(), siteId: id.optional() }

export const availability = endpoint({
  method: 'GET',
  path: '/api/availability',
  access: 'public',
  knowsActor: true,
  scope: 'visits:book',
  summary: 'Free starts by day for a set of tests, 31 days at most.',
  query: z.strictObject({
    /** Names of tests; the parameter may be repeated. If omitted, the shortest visit. */
    tests: z
      .union([line('Test', 200), z.array(line('Test', 200)).max(20)])
      .transform((names) => (Array.isArray(names) ? names : [names]))
      .optional(),
    ...window,
  }),
  responses: {
    200: z.object({
      site: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }),
      durationMinutes: z.number().int(),
      /** Fasting tests are best in the morning: the forms offer those starts first. */
      morningFirst: z.boolean(),
      preparation: z.array(z.string()),
      days: z.array(
        z.object({
          day: z.string(),
          /** Why the day has no starts; null if it has some. */
          closed: z.string().nullable(),
          /** The occupied share of the day’s chair time, 0 to 1. */
          taken: z.number(),
          starts: z.array(z.object({ at: z.string(), time: z.string() })),
        }),
      ),
    }),
  },
  errors: [],
})
export type Availability = z.output<(typeof availability.responses)[200]>

export const bookedIntervals = endpoint({
  method: 'GET',
  path: '/api/booked',
  access: 'public',
  knowsActor: true,
  scope: 'visits:book',
  summary: 'Occupied intervals, with how many chairs are free in each. Default window: today to the horizon.',
  query: z.strictObject(window),
  responses: {
    200: z.array(
      z.object({
        start: z.string(),
        end: z.string(),
        title: z.string(),
        free: z.number().int(),
        capacity: z.number().int(),
      }),
    ),
  },
  errors: [],
})
export type BookedInterval = z.output<(typeof bookedIntervals.responses)[200]>[number]

/** In the last minute of a hold without sign-in, a signed-in booking may displace it. */
export const unsignedHoldYieldsSeconds = 60

export const holdSlot = endpoint({
  method: 'POST',
  path: '/api/book',
  changes: ['/api/availability', '/api/booked'],
  access: 'public',
  knowsActor: true,
  scope: 'visits:book',
  summary:
    'Hold one chair for an interval for a few minutes. Without signing in, a network may have at most three holds at once, a hold must leave at least a quarter of the day free, and in its last minute somebody who is signed in may take the time.',
  body: z.strictObject({
    start: instant,
    end: instant,
    siteId: id.optional(),
    /** The token of the visitor’s previous hold, which is released in the same step. */
    replaces: holdToken.optional(),
  }),
  responses: {
    201: z.object({
      token: z.string(),
      start: z.string(),
      end: z.string(),
      expiresAt: z.string(),
      message: z.string(),
    }),
  },
  errors: ['slot_taken', 'not_possible_now', 'too_many_requests'],
})
export type Hold = z.output<(typeof holdSlot.responses)[201]>

export const releaseHold = endpoint({
  method: 'POST',
  path: '/api/book/release',
  changes: ['/api/availability', '/api/booked'],
  access: 'public',
  summary: 'Release a hold.',
  body: z.strictObject({ token: holdToken }),
  responses: { 200: done },
  errors: [],
})

export const appointmentTasks = endpoint({
  method: 'GET',
  path: '/api/Labtask/appointments-tasks',
  access: staffRoles,
  scope: 'visits:read',
  summary: 'Appointments of all patients, for staff, by start.',
  query: z.strictObject({
    search: line('Search', 200).optional(),
    status: z.enum(statusFilters).optional(),
    kind: z.enum(visitOrigins).optional(),
    priority: priority.optional(),
    test: line('Test', 200).optional(),
    order: z.enum(['soonest', 'latest']).default('latest'),
    /** Requests the cursors of nearby pages, for page numbers. */
    pages: z.enum(['none', 'around']).default('none'),
    ...window,
    ...page,
  }),
  responses: {
    200: z.object({
      appointments: z.array(appointment),
      total,
      nextCursor: z.string().nullable(),
      /** The page number, from 1: exact near the beginning, otherwise counted from the cursor. */
      page: z.number().int(),
      /** Up to four pages on either side, by number; the first page has no cursor. Empty unless requested. */
      around: z.array(z.object({ page: z.number().int(), cursor: z.string().nullable() })),
    }),
  },
  errors: [],
})
