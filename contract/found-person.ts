import { z } from 'zod'
import { genders, namings } from './options.ts'

/** How exactly a date of birth is known. Estimated: computed from an age in whole years, stated on a day. */
export const birthPrecisions = ['day', 'month', 'year', 'estimated'] as const
export type BirthPrecision = (typeof birthPrecisions)[number]

/** The day, the first day of the month or year, or the latest day that fits the stated age. */
const birth = z.object({ date: z.string(), precision: z.enum(birthPrecisions) })

/**
 * Why a person was found, the strongest reason first. `booked as`: by the name that a visit states, which is not the
 * person's; `reference`: by that of a visit.
 */
export const foundBecause = [
  'number',
  'identifier',
  'phone',
  'e-mail',
  'reference',
  'date of birth',
  'name',
  'former name',
  'booked as',
] as const
export type FoundBecause = (typeof foundBecause)[number]

/** A person as a search shows them, with what distinguishes two of the same name. */
export const foundPerson = z.object({
  id: z.string(),
  /** P, eight digits or more, and a check digit. */
  number: z.string(),
  fullName: z.string(),
  naming: z.enum(namings),
  sex: z.enum(genders),
  birth,
  deceased: z.boolean(),
  /** In whole years: today, on the day of the latest visit if that is in the future, or on the day of death. */
  age: z.number().int(),
  because: z.enum(foundBecause),
  /** The name on the matching visit, if it differs from the person's. */
  bookedAs: z.string().nullable(),
  /** The person's first, or else that of the latest visit that the caller may see. */
  phone: z.string(),
  /** Null for somebody without a visit. */
  lastVisitAt: z.string().nullable(),
  lastSite: z.string().nullable(),
  /** Start of the first visit today that is not checked in, HH:mm at its site. */
  bookedToday: z.string().nullable(),
  /** How many visits the caller may see. */
  visits: z.number().int(),
})
export type FoundPerson = z.output<typeof foundPerson>
