import { z } from 'zod'
import { patientReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, page, pageOf, requiredLine, total } from './fields.ts'
import { staffRoles } from './options.ts'
import { personRecord, personShown } from './people.ts'

/** Duplicate records of one person: proposed pairs, joining and separating. */

const staff = { access: staffRoles, permission: 'patients' } as const

export const pairReasons = [
  'hospital',
  'phone',
  'email',
  'name_same',
  'name_letter',
  'name_alike',
  'name_other',
  'age_and_sex',
  'account',
  'sex_differs',
  'age_differs',
] as const
export type PairReason = (typeof pairReasons)[number]
export const pairReasonWords: Readonly<Record<PairReason, string>> = {
  hospital: 'a hospital says so',
  phone: 'same phone',
  email: 'same e-mail',
  name_same: 'same name',
  name_letter: 'name differs by one letter',
  name_alike: 'names are alike',
  name_other: 'different names',
  age_and_sex: 'same age and sex',
  account: 'same account',
  sex_differs: 'different sex',
  age_differs: 'ages do not fit',
}

const pair = z.object({ one: personShown, other: personShown, reasons: z.array(z.enum(pairReasons)) })
export type PersonPair = z.output<typeof pair>

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/api/people/duplicates',
  ...staff,
  summary: 'Pairs of records that may be of the same person, the most likely ones first.',
  query: z.strictObject({ ...page }),
  responses: {
    200: z.object({
      ...pageOf(pair),
      total,
      /** When all persons were last compared; null before the first time. */
      comparedAt: z.string().nullable(),
    }),
  },
  errors: [],
})

export const findDuplicates = endpoint({
  method: 'POST',
  path: '/api/people/duplicates/find',
  changes: patientReads,
  ...staff,
  summary: 'Search all persons for duplicates now instead of tonight.',
  responses: { 200: done },
  errors: ['too_many_requests'],
})

export const notSamePerson = endpoint({
  method: 'POST',
  path: '/api/people/duplicates/not-same',
  changes: patientReads,
  ...staff,
  summary: 'Mark two records as different persons; the pair is not offered again.',
  body: z.strictObject({ one: id, other: id }),
  responses: { 200: done },
  errors: ['not_found'],
})

export const previewJoin = endpoint({
  method: 'GET',
  path: '/api/people/:id/join',
  ...staff,
  summary: 'Two records side by side before they are joined, with the accounts that have access to each.',
  params: idParams,
  query: z.strictObject({ other: id }),
  responses: {
    200: z.object({
      kept: personRecord,
      other: personRecord,
      /** Why the pair cannot be joined; null if it can. */
      whyNot: z.string().nullable(),
    }),
  },
  errors: ['not_found'],
})
export type JoinPreview = z.output<(typeof previewJoin)['responses'][200]>

const reason = requiredLine('Reason', 500)

export const joinPersons = endpoint({
  method: 'POST',
  path: '/api/people/:id/join',
  changes: patientReads,
  ...staff,
  summary:
    'Join another record to this one: both are the same person from then on, and accounts with access to one have access to both. No rows are moved.',
  params: idParams,
  body: z.strictObject({
    other: id,
    reason,
    versions: z.strictObject({ kept: z.number().int(), other: z.number().int() }),
  }),
  responses: { 200: done.extend({ joinId: z.string() }) },
  errors: ['not_found', 'not_allowed', 'not_possible_now', 'changed_meanwhile'],
})

export const undoJoin = endpoint({
  method: 'POST',
  path: '/api/people/joins/:id/undo',
  changes: patientReads,
  ...staff,
  summary: 'Undo a join: each record is as it was, with the access of its own accounts only.',
  params: idParams,
  body: z.strictObject({ reason }),
  responses: { 200: done },
  errors: ['not_found', 'not_allowed', 'not_possible_now', 'changed_meanwhile'],
})

const join = z.object({
  id: z.string(),
  /** The record that was joined to this one. */
  number: z.string(),
  fullName: z.string(),
  at: z.string(),
  by: z.string(),
  reason: z.string(),
  undone: z.object({ at: z.string(), by: z.string(), reason: z.string() }).nullable(),
})
export type PersonJoin = z.output<typeof join>

export const listJoins = endpoint({
  method: 'GET',
  path: '/api/people/:id/joins',
  ...staff,
  summary: 'The records joined to a person, latest first, and those that may be of the same person.',
  params: idParams,
  responses: { 200: z.object({ joins: z.array(join), couldBe: z.array(pair) }) },
  errors: ['not_found'],
})
