import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  done,
  fullName,
  id,
  idParams,
  line,
  optionalEmail,
  optionalPhone,
  page,
  requiredLine,
  total,
} from './fields.ts'
import { accountStatuses } from './identity.ts'
import { genders, notificationMethods, staffRoles } from './options.ts'
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
  /** The account that this one was joined to. */
  mergedInto: z.object({ id: z.string(), fullName: z.string() }).nullable(),
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

/** What is about to be read may have been changed since: it says what was shown. */
const version = z.string().regex(/^[0-9a-f]{32}$/, 'This must be the version that was read')

const merge = z.object({
  id: z.string(),
  at: z.string(),
  by: z.string(),
  reason: z.string(),
  otherName: z.string(),
  /** How many visits came along. */
  visits: z.number().int(),
  undone: z.object({ at: z.string(), by: z.string(), reason: z.string() }).nullable(),
  /** Null while it can be undone. */
  whyNotUndo: z.string().nullable(),
})
export type PatientMerge = z.output<typeof merge>

export const pairReasons = [
  'phone',
  'email',
  'name_same',
  'name_letter',
  'name_alike',
  'name_other',
  'age_and_sex',
] as const
export type PairReason = (typeof pairReasons)[number]
export const pairReasonWords: Readonly<Record<PairReason, string>> = {
  phone: 'same phone',
  email: 'same e-mail',
  name_same: 'same name',
  name_letter: 'name differs by one letter',
  name_alike: 'names are alike',
  name_other: 'different names',
  age_and_sex: 'same age and sex',
}

const pair = z.object({ one: person, other: person, reasons: z.array(z.enum(pairReasons)) })
export type PatientPair = z.output<typeof pair>

export const readPatientRecord = endpoint({
  method: 'GET',
  path: '/api/patients/:id',
  ...staff,
  summary: 'A patient: who they are, how they are reached, counts, joins and what was written to them.',
  params: idParams,
  responses: {
    200: z.object({
      patient: person,
      version,
      notificationMethod: z.enum(notificationMethods).nullable(),
      /** A new address that waits for its owner's confirmation. */
      pendingEmail: z.string().nullable(),
      counts: z.object({ upcoming: z.number().int(), completed: z.number().int(), noShow: z.number().int() }),
      merges: z.array(merge),
      duplicates: z.array(pair),
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

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/api/patients/duplicates',
  ...staff,
  summary: 'Pairs that could be one person, those for which most speaks first.',
  query: z.strictObject({ ...page }),
  responses: {
    200: z.object({
      pairs: z.array(pair),
      total,
      nextCursor: z.string().nullable(),
      /** When all patients were last compared; null before the first time. */
      comparedAt: z.string().nullable(),
    }),
  },
  errors: [],
})

export const findDuplicates = endpoint({
  method: 'POST',
  path: '/api/patients/duplicates/find',
  ...staff,
  summary: 'Compare all patients now instead of tonight.',
  responses: { 200: done },
  errors: ['too_many_requests'],
})

export const notSamePerson = endpoint({
  method: 'POST',
  path: '/api/patients/duplicates/not-same',
  ...staff,
  summary: 'Note that two are not the same person: they are not offered again.',
  body: z.strictObject({ one: id, other: id }),
  responses: { 200: done },
  errors: ['not_found'],
})

export const previewMerge = endpoint({
  method: 'GET',
  path: '/api/patients/:id/merge',
  ...staff,
  summary: 'What joining another patient to this one would mean.',
  params: idParams,
  query: z.strictObject({ other: id }),
  responses: {
    200: z.object({
      kept: person.extend({ version }),
      other: person.extend({ version }),
      /** Null while it is possible. */
      whyNot: z.string().nullable(),
    }),
  },
  errors: ['not_found'],
})
export type MergePreview = z.output<(typeof previewMerge)['responses'][200]>

const side = z.enum(['kept', 'other'])
const reason = requiredLine('Reason', 500)

export const mergePatients = endpoint({
  method: 'POST',
  path: '/api/patients/:id/merge',
  ...staff,
  summary: 'Join another patient to this one: their visits come along, and their account is deactivated.',
  params: idParams,
  body: z.strictObject({
    other: id,
    /** Whose name, e-mail and phone stay. */
    fields: z.strictObject({ fullName: side, email: side, phone: side }),
    reason,
    versions: z.strictObject({ kept: version, other: version }),
  }),
  responses: { 200: z.object({ message: z.string(), mergeId: z.string() }) },
  errors: ['not_found', 'not_allowed', 'not_possible_now', 'changed_meanwhile'],
})

export const undoMerge = endpoint({
  method: 'POST',
  path: '/api/patients/merges/:id/undo',
  ...staff,
  summary: 'Part two patients again: everything is as it was before they were joined.',
  params: idParams,
  body: z.strictObject({
    reason,
    /** Visits booked since that go with the account that is parted; the others stay. */
    visits: z.array(id).max(100).default([]),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_allowed', 'not_possible_now', 'conflict', 'changed_meanwhile'],
})
