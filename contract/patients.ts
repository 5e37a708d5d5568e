import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, fullName, idParams, line, optionalEmail, optionalPhone, page, total } from './fields.ts'
import { accountStatuses } from './identity.ts'
import { careKinds, genders, notificationMethods, staffRoles } from './options.ts'
import { visitStates } from './visit-states.ts'

/** Patients as the laboratory knows them: with an account, or only by visits that were booked for them. */

const staff = { access: staffRoles, permission: 'patients' } as const

const person = z.object({
  /** The account's id; of somebody without one the id of their latest visit. */
  id: z.string(),
  hasAccount: z.boolean(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  status: z.enum(accountStatuses),
  /** When the account was made; without one, when their latest visit was booked. */
  since: z.string(),
  /** At their latest visit. */
  age: z.number().int().nullable(),
  gender: z.enum(genders).nullable(),
  visits: z.number().int(),
  lastVisitAt: z.string().nullable(),
})
export type PatientPerson = z.output<typeof person>

export const searchPatients = endpoint({
  method: 'GET',
  path: '/api/patients',
  ...staff,
  summary: 'Patients with and without an account, newest first, by name, phone, e-mail or visit reference.',
  query: z.strictObject({ search: line('Search', 200).optional(), ...page }),
  responses: { 200: z.object({ patients: z.array(person), total, nextCursor: z.string().nullable() }) },
  errors: [],
})

/** What is about to be changed may have been changed since: it says what was shown. */
const version = z.string().regex(/^[0-9a-f]{32}$/, 'This must be the version that was read')

export const readPatientRecord = endpoint({
  method: 'GET',
  path: '/api/patients/:id',
  ...staff,
  summary: 'A patient: who they are, how they are reached, counts and what was written to them.',
  params: idParams,
  responses: {
    200: z.object({
      patient: person,
      /** Null of somebody without an account. */
      version: version.nullable(),
      /** The persons that the account is or looks after. */
      people: z.array(
        z.object({ id: z.string(), number: z.string(), fullName: z.string(), kind: z.enum(careKinds) }),
      ),
      notificationMethod: z.enum(notificationMethods).nullable(),
      /** A new address that waits for its owner's confirmation. */
      pendingEmail: z.string().nullable(),
      counts: z.object({ upcoming: z.number().int(), completed: z.number().int(), noShow: z.number().int() }),
      /** The latest fifty. */
      messages: z.array(
        z.object({
          id: z.string(),
          at: z.string(),
          kind: z.string(),
          channel: z.string(),
          to: z.string(),
          state: z.string(),
        }),
      ),
    }),
  },
  errors: ['not_found'],
})
export type PatientRecord = z.output<(typeof readPatientRecord)['responses'][200]>

const visitOfPatient = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum(visitStates),
  startsAt: z.string(),
  site: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }),
  /** Whom it is for: somebody may book for their child. */
  fullName: z.string(),
  tests: z.array(z.string()),
  /** Accession numbers of its samples. */
  samples: z.array(z.string()),
  /** Of the latest report; null before the first. */
  reportedAt: z.string().nullable(),
})
export type PatientVisit = z.output<typeof visitOfPatient>
export const visitsPage = z.object({ visits: z.array(visitOfPatient), nextCursor: z.string().nullable() })

export const listPatientVisits = endpoint({
  method: 'GET',
  path: '/api/patients/:id/visits',
  ...staff,
  summary: 'A patient’s visits, latest first.',
  params: idParams,
  query: z.strictObject({ ...page }),
  responses: { 200: visitsPage },
  errors: ['not_found'],
})

export const changePatient = endpoint({
  method: 'PUT',
  path: '/api/patients/:id',
  ...staff,
  summary: 'Change name, phone or e-mail of a patient’s account. A new e-mail counts once it is confirmed.',
  params: idParams,
  body: z.strictObject({ fullName, phone: optionalPhone, email: optionalEmail, version }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile', 'too_many_requests'],
})
