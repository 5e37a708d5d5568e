import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredLine } from './fields.ts'
import { genders, staffRoles } from './options.ts'

/** Persons, whom visits are for. The details stated at booking stay with the visit. */

/** How exactly a date of birth is known. Estimated: computed from an age in whole years, stated on a day. */
const birthPrecisions = ['day', 'month', 'year', 'estimated'] as const
export type BirthPrecision = (typeof birthPrecisions)[number]

const foundPerson = z.object({
  id: z.string(),
  /** P, eight digits or more, and a check digit. */
  number: z.string(),
  fullName: z.string(),
  sex: z.enum(genders),
  /** The day, the first day of the month or year, or the latest day that fits the stated age. */
  birth: z.object({ date: z.string(), precision: z.enum(birthPrecisions) }),
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
  access: staffRoles,
  permission: 'patients',
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
