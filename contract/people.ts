import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, done, fullName, idParams, page, requiredLine } from './fields.ts'
import { genders, staffRoles } from './options.ts'
import { visitsPage } from './patients.ts'
import { flags } from './results.ts'

/** Persons, whom visits are for. The details stated at booking stay with the visit. */

/** How exactly a date of birth is known. Estimated: computed from an age in whole years, stated on a day. */
const birthPrecisions = ['day', 'month', 'year', 'estimated'] as const
export type BirthPrecision = (typeof birthPrecisions)[number]

/** The day, the first day of the month or year, or the latest day that fits the stated age. */
const birth = z.object({ date: z.string(), precision: z.enum(birthPrecisions) })

const staff = { access: staffRoles, permission: 'patients' } as const

const foundPerson = z.object({
  id: z.string(),
  /** P, eight digits or more, and a check digit. */
  number: z.string(),
  fullName: z.string(),
  sex: z.enum(genders),
  birth,
  /** In whole years: today, or on the day of the latest visit if that is in the future. */
  age: z.number().int(),
  /** The name on the matching visit, if it differs from the person's. */
  bookedAs: z.string().nullable(),
  /** Of the latest visit that the caller may see. */
  phone: z.string(),
  lastVisitAt: z.string(),
  lastSite: z.string(),
  /** Start of the first visit today that is not checked in, HH:mm at its site. */
  bookedToday: z.string().nullable(),
  /** How many visits the caller may see. */
  visits: z.number().int(),
})
export type FoundPerson = z.output<typeof foundPerson>

export const searchPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  ...staff,
  summary:
    'Persons who were here before, the latest first: by person number, or by words of a name, a phone number, an e-mail address or a visit reference.',
  query: z.strictObject({ search: requiredLine('Search', 200) }),
  responses: {
    200: z.object({
      people: z.array(foundPerson),
      /** Whether more are found than are shown. */
      more: z.boolean(),
    }),
  },
  errors: [],
})

/** For whom an account books: its holder, or somebody else. */
const careKinds = ['self', 'child', 'parent', 'other'] as const
export type CareKind = (typeof careKinds)[number]

const personRecord = foundPerson.omit({ bookedAs: true, bookedToday: true }).extend({
  /** Earlier spellings and names, the latest last. */
  formerNames: z.array(z.string()),
  /** The accounts that book for this person. */
  accounts: z.array(z.object({ id: z.string(), fullName: z.string(), kind: z.enum(careKinds) })),
  version: z.number().int(),
})
export type PersonRecord = z.output<typeof personRecord>

export const readPerson = endpoint({
  method: 'GET',
  path: '/api/people/:id',
  ...staff,
  summary:
    'A person with a visit that the caller may see. The id of a record that was joined gives the current one.',
  params: idParams,
  responses: { 200: personRecord },
  errors: ['not_found'],
})

export const listPersonVisits = endpoint({
  method: 'GET',
  path: '/api/people/:id/visits',
  ...staff,
  summary: 'A person’s visits, whichever account booked them, latest first.',
  params: idParams,
  query: z.strictObject({ ...page }),
  responses: { 200: visitsPage },
  errors: ['not_found'],
})

const judgedOtherwise = z.object({
  reference: z.string(),
  visitId: z.string(),
  test: z.string(),
  analyte: z.string(),
  value: z.union([z.number(), z.string()]),
  flag: z.enum(flags),
  flagNow: z.enum(flags),
})

export const changePerson = endpoint({
  method: 'PATCH',
  path: '/api/people/:id',
  ...staff,
  summary:
    'Change a person’s name, sex or date of birth. Visits and reports keep what was stated then. A sex or a date of birth that contradicts the current one must be confirmed.',
  params: idParams,
  body: z.strictObject({
    fullName,
    sex: z.enum(genders, 'Choose male or female'),
    /** Of a month or a year any day of it. An estimated date can only stay as it is. */
    birth: z.strictObject({ date: day, precision: z.enum(birthPrecisions) }),
    confirmed: z.boolean().default(false),
    version: z.number().int(),
  }),
  responses: {
    200: done.extend({
      /** Released results that would have been judged otherwise. They stay as they are. */
      otherwise: z.array(judgedOtherwise),
    }),
  },
  errors: ['not_found', 'conflict', 'changed_meanwhile'],
})
