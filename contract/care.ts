import { z } from 'zod'
import { personNumber } from './booking.ts'
import { everyRead } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, requiredLine } from './fields.ts'
import { foundPerson } from './found-person.ts'
import { careKinds, staffRoles, visitRoles } from './options.ts'

/** The accounts that open the record of a person: the person’s own, and those that care for the person. */

const kind = z.enum(careKinds, 'Choose who this person is to the holder of the account')
const person = foundPerson.pick({ id: true, number: true, fullName: true, sex: true, birth: true, age: true })

const carer = z.object({
  accountId: z.string(),
  fullName: z.string(),
  /** The relation of the person to the holder of this account. */
  kind,
  /** ISO 8601. */
  since: z.string(),
  /** Who opened the record to this account: its holder, another person by name, or unknown. */
  grantedBy: z
    .union([z.literal('holder'), z.literal('laboratory'), z.object({ fullName: z.string() })])
    .nullable(),
})
export type Carer = z.output<typeof carer>

const caredFor = person.extend({
  kind,
  since: z.string(),
  grantedBy: carer.shape.grantedBy,
  /** The other accounts that open this record. */
  otherAccounts: z.array(carer),
  /** Whether the caller may open the record to another account. */
  mayShare: z.boolean(),
})
export type CaredFor = z.output<typeof caredFor>

export const listCare = endpoint({
  method: 'GET',
  path: '/api/care',
  access: ['user'],
  summary:
    'The persons whose visits and results the caller’s account may open: its holder and the people they care for.',
  responses: {
    200: z.object({
      people: z.array(caredFor),
      /** Whether codes can be sent to the phone numbers of records. */
      codeBySms: z.boolean(),
    }),
  },
  errors: [],
})

export const takeCare = endpoint({
  method: 'POST',
  path: '/api/care',
  changes: everyRead,
  access: ['user'],
  summary:
    'Get access to a person’s record with a code from the laboratory or from somebody who has access already.',
  body: z.strictObject({ code: requiredLine('Code', 40) }),
  responses: { 200: done.extend({ personId: z.string() }) },
  errors: ['code_invalid', 'not_possible_now', 'too_many_requests'],
})

export const askCareCode = endpoint({
  method: 'POST',
  path: '/api/care/code',
  access: ['user'],
  summary:
    'Send a code to the phone number on record of a person without an account. Same answer for every person number.',
  body: z.strictObject({ personNumber, kind }),
  responses: { 200: done },
  errors: ['not_possible_now', 'too_many_requests'],
})

export const listCarers = endpoint({
  method: 'GET',
  path: '/api/people/:id/carers',
  access: staffRoles,
  permission: 'patients',
  summary: 'The accounts with access to a person’s record.',
  params: idParams,
  responses: { 200: z.object({ carers: z.array(carer) }) },
  errors: ['not_found'],
})

export const grantCare = endpoint({
  method: 'POST',
  path: '/api/people/:id/carers',
  changes: everyRead,
  access: staffRoles,
  permission: 'patients',
  summary: 'Give an account access to a person’s record, or change the relationship between the two.',
  params: idParams,
  body: z.strictObject({ accountId: id, kind }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const makeCareCode = endpoint({
  method: 'POST',
  path: '/api/people/:id/carers/code',
  access: visitRoles,
  summary:
    'Make a single-use code that gives the account entering it access to a person’s record. Patients make one for themselves and for their children under age.',
  params: idParams,
  body: z.strictObject({ kind }),
  responses: {
    201: z.object({
      /** Shown only here: the database stores its hash. */
      code: z.string(),
      expiresAt: z.string(),
    }),
  },
  errors: ['not_found', 'not_allowed', 'too_many_requests'],
})

export const endCare = endpoint({
  method: 'DELETE',
  path: '/api/people/:id/carers/:account',
  changes: everyRead,
  access: visitRoles,
  summary:
    'End an account’s access to a person’s record. Patients end their own access to others, and the access of others to themselves.',
  params: idParams.extend({ account: id }),
  responses: { 200: done },
  errors: ['not_found', 'not_allowed'],
})

const ofAge = person.extend({
  /** The day on which the child came of age, as far as the date of birth is known; YYYY-MM-DD. */
  since: z.string(),
  carers: z.array(carer),
})

export const listOfAge = endpoint({
  method: 'GET',
  path: '/api/care/of-age',
  access: staffRoles,
  permission: 'patients',
  summary:
    'Persons who have come of age while an account still has access to them as its child, latest first.',
  responses: {
    200: z.object({
      /** At most 200. */
      people: z.array(ofAge),
      /** The number of all such persons, which may be more than are listed. */
      total: z.number().int(),
      majorityAge: z.number().int(),
    }),
  },
  errors: [],
})
