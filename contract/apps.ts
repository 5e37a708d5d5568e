import { z } from 'zod'
import type { ApiScope } from './api-clients.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, timestamp } from './fields.ts'
import { roles } from './options.ts'

/** Apps that read through FHIR for the people who let them: patients, clinicians of facilities, and staff (SMART App Launch). */

/** What apps can be allowed to read. */
export const appScopeNames = [
  'system/Patient.rs',
  'system/Appointment.rs',
  'system/Encounter.rs',
  'system/Location.rs',
  'system/ServiceRequest.rs',
  'system/Specimen.rs',
  'system/Observation.rs',
  'system/DiagnosticReport.rs',
] as const satisfies readonly ApiScope[]
export type AppScope = (typeof appScopeNames)[number]
const scopes = z.array(z.enum(appScopeNames))

/** How long an app reads without asking again. */
export const accessDays = 90
export const accessMinutes = 60

const person = z.object({ id: z.string(), fullName: z.string() })

export const readAppRequest = endpoint({
  method: 'GET',
  path: '/api/app-requests/current',
  access: roles,
  summary: 'The app that asks, in this browser, to read for the caller, and what it asks for.',
  responses: {
    200: z.object({
      id: z.string(),
      app: z.object({
        name: z.string(),
        /** Where the caller returns to: a host, or the scheme of an app on the device. */
        returnsTo: z.string(),
      }),
      /** What the app would read; empty: it asks for nothing that the caller can allow. */
      scopes,
      /** Whether the app would read for 90 days, and not only for an hour. */
      keepsAccess: z.boolean(),
      /** Whether the app would learn who the caller is. */
      learnsWho: z.boolean(),
      /**
       * The persons about whom the caller can let it read. If the app was opened from a screen, only the patient of the screen. Otherwise
       * those of a patient, the patient first; none for clinicians and staff.
       */
      people: z.array(person),
      /**
       * Whether the caller chooses a patient: a clinician one of the facility, whom `/api/clinic/patients` finds, staff one of their sites,
       * whom `/api/people` finds.
       */
      choosesPatient: z.boolean(),
      /** The facility whose patients it would read; null for patients and staff, and if the app reads about one patient. */
      facility: z.string().nullable(),
    }),
  },
  errors: ['not_found', 'not_allowed'],
})

export const answerAppRequest = endpoint({
  method: 'POST',
  path: '/api/app-requests/:id/answer',
  changes: ['/api/app-access'],
  access: roles,
  summary: 'Let an app read, or refuse it. The answer contains the address to which the browser goes on.',
  params: z.object({ id: z.string().max(60) }),
  body: z.strictObject({
    allows: z.boolean(),
    /** The person about whom the caller lets it read; null: a clinician lets it read about the patients of the facility. */
    personId: id.nullable().default(null),
  }),
  responses: { 200: z.object({ goTo: z.string() }) },
  errors: ['not_found', 'not_allowed', 'not_possible_now'],
})

export const listLaunchableApps = endpoint({
  method: 'GET',
  path: '/api/app-launches',
  access: roles,
  summary: 'The apps that can be opened from a screen, by name.',
  responses: { 200: z.object({ apps: z.array(z.object({ id: z.string(), name: z.string() })) }) },
  errors: [],
})

export const launchApp = endpoint({
  method: 'POST',
  path: '/api/app-launches',
  access: roles,
  summary:
    'Open an app about the patient of a screen. The answer contains the address of the app, which then asks to read.',
  body: z.strictObject({
    clientId: id,
    /** Of patients and staff: the visit. Of a clinician: the order of the facility. */
    about: id,
  }),
  responses: { 201: z.object({ goTo: z.string() }) },
  errors: ['not_found', 'not_allowed', 'too_many_requests'],
})

const appAccess = z.object({
  id: z.string(),
  app: z.string(),
  scopes,
  /** Null: the patients of the caller’s facility. */
  person: person.nullable(),
  givenAt: timestamp,
  expiresAt: timestamp,
  /** To the minute; null: never. */
  lastReadAt: timestamp.nullable(),
  /** Null: it has not ended. An access that has expired has not been ended. */
  endedAt: timestamp.nullable(),
})
export type AppAccess = z.output<typeof appAccess>

export const listAppAccess = endpoint({
  method: 'GET',
  path: '/api/app-access',
  access: roles,
  summary:
    'The apps that the caller has let read: those that can still read before the others, each latest first; at most 100.',
  responses: { 200: z.object({ rows: z.array(appAccess) }) },
  errors: [],
})

export const endAppAccess = endpoint({
  method: 'POST',
  path: '/api/app-access/:id/end',
  changes: ['/api/app-access'],
  access: roles,
  summary: 'End the access of an app at once. Its tokens stop working.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})
