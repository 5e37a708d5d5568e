import { z } from 'zod'
import { accountStatuses } from './access.ts'
import { patientReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import {
  done,
  fullName,
  idParams,
  line,
  optionalEmail,
  optionalPhone,
  page,
  pageOf,
  total,
} from './fields.ts'
import { foundPerson } from './found-person.ts'
import { careKinds, genders, notificationMethods, staffRoles } from './options.ts'
import { visitStates } from './visit-states.ts'

/** Patients and their accounts; people.ts has the details of persons. */

const staff = { access: staffRoles, permission: 'patients' } as const

/** For an account whose holder has no record, only the data of the account is known. */
const patient = z.object({
  /** The person’s name, or the account’s if `number` is null. */
  id: z.string(),
  /** The person number; null for an account whose holder has no record. */
  number: z.string().nullable(),
  fullName: z.string(),
  sex: z.enum(genders).nullable(),
  birth: foundPerson.shape.birth.nullable(),
  email: z.string(),
  phone: z.string(),
  /** When the record, or the account, was created. */
  since: z.string(),
  /** The person’s own account; null if there is none. */
  status: z.enum(accountStatuses).nullable(),
})
export type Patient = z.output<typeof patient>

export const searchPatients = endpoint({
  method: 'GET',
  path: '/api/patients',
  ...staff,
  summary:
    'Patients with and without an account, newest first; or those that a search finds, as in /api/people, and accounts by name, e-mail or phone number.',
  query: z.strictObject({ search: line('Search', 200).optional(), ...page }),
  responses: { 200: z.object({ ...pageOf(patient), total }) },
  errors: [],
})

/** The version that the caller has read. A change based on an outdated version is refused. */
const version = z.string().regex(/^[0-9a-f]{32}$/, 'This must be the version that was read')

export const readPatientRecord = endpoint({
  method: 'GET',
  path: '/api/patients/:id',
  ...staff,
  summary:
    'The account of a patient: contact details, the persons and visits it has access to, and the messages sent to it.',
  params: idParams,
  responses: {
    200: z.object({
      patient: z.object({
        id: z.string(),
        fullName: z.string(),
        email: z.string(),
        phone: z.string(),
        status: z.enum(accountStatuses),
        since: z.string(),
      }),
      version,
      /** The persons that the account is or cares for. */
      people: z.array(
        z.object({ id: z.string(), number: z.string(), fullName: z.string(), kind: z.enum(careKinds) }),
      ),
      notificationMethod: z.enum(notificationMethods).nullable(),
      /** A new address that its owner has not confirmed yet. */
      pendingEmail: z.string().nullable(),
      /** Numbers of visits that the account has access to. */
      counts: z.object({
        visits: z.number().int(),
        upcoming: z.number().int(),
        completed: z.number().int(),
        noShow: z.number().int(),
      }),
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
  /** The person of the visit, who may be a child of the account holder. */
  fullName: z.string(),
  tests: z.array(z.string()),
  /** Accession numbers of its samples. */
  samples: z.array(z.string()),
  /** The latest report; null before the first. */
  reportedAt: z.string().nullable(),
})
export type PatientVisit = z.output<typeof visitOfPatient>
export const visitsPage = z.object(pageOf(visitOfPatient))

export const listPatientVisits = endpoint({
  method: 'GET',
  path: '/api/patients/:id/visits',
  ...staff,
  summary: 'The visits that a patient’s account has access to, latest first.',
  params: idParams,
  query: z.strictObject({ ...page }),
  responses: { 200: visitsPage },
  errors: ['not_found'],
})

export const changePatient = endpoint({
  method: 'PUT',
  path: '/api/patients/:id',
  changes: patientReads,
  ...staff,
  summary: 'Change name, phone or e-mail of a patient’s account. A new e-mail counts once it is confirmed.',
  params: idParams,
  body: z.strictObject({ fullName, phone: optionalPhone, email: optionalEmail, version }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile', 'too_many_requests'],
})
