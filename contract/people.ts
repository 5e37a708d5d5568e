import { z } from 'zod'
import { age, personNumber } from './booking.ts'
import { patientReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import {
  day,
  done,
  fullName,
  id,
  idempotencyKey,
  idParams,
  line,
  optionalEmail,
  page,
  paragraph,
  phone,
  requiredLine,
  timestamp,
} from './fields.ts'
import { birthPrecisions, foundPerson } from './found-person.ts'
import { careKinds, genders, namings, staffRoles } from './options.ts'
import { visitsPage } from './patients.ts'
import { flags } from './results.ts'

/** Persons, the subjects of visits. The details stated at a booking stay with its visit. */

const staff = { access: staffRoles, permission: 'patients' } as const

export const searchPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  ...staff,
  scope: 'patients:read',
  summary:
    'Persons, the latest visit first: by person number, words of a current or former name, a phone number, an e-mail address, an identifier, a date of birth, or what a visit states: its reference, name, phone number or e-mail address.',
  query: z.strictObject({ search: requiredLine('Search', 200) }),
  responses: {
    200: z.object({
      people: z.array(foundPerson),
      /** Whether there are more matches than are returned. */
      more: z.boolean(),
    }),
  },
  errors: [],
})

const identifier = z.strictObject({
  /** The issuer of the number, for example Ghana Card. */
  system: requiredLine('The name of the number', 60),
  /** As it is written. Case, spaces, hyphens, dots and slashes are ignored when numbers are compared. */
  value: requiredLine('The number', 60).refine(
    (text) => /[^ ./-]/.test(text),
    'The number needs a letter or a digit',
  ),
})
export type Identifier = z.output<typeof identifier>

/** Details of a person other than name, sex and birth. */
const details = z.strictObject({
  /** Parts of the full name, if known. A change of the full name without its parts deletes them. */
  givenNames: line('Given names', 200),
  familyName: line('Family name', 200),
  phones: z
    .array(
      phone.refine((text) => /[1-9]/.test(text), 'Enter a phone number with a digit that is not zero'),
      'Give a list of phone numbers',
    )
    .max(10, 'Give at most 10 phone numbers'),
  email: optionalEmail,
  identifiers: z.array(identifier, 'Give a list of numbers').max(20, 'Give at most 20 numbers'),
  /** The language in which staff speak with the person. */
  language: line('Language', 60),
  note: paragraph('Note', 1000),
  deceased: z.boolean('Say whether the person has died'),
  /** Null if it is not known. */
  diedOn: day.nullable(),
})
export type PersonContact = z.output<typeof details>

export const noContact: PersonContact = {
  givenNames: '',
  familyName: '',
  phones: [],
  email: '',
  identifiers: [],
  language: '',
  note: '',
  deceased: false,
  diedOn: null,
}

const sex = z.enum(genders, 'Choose male or female')

/** The number of a twin, from 1. */
const birthOrder = z.number().int().min(1, 'Number babies from 1 to 9').max(9, 'Number babies from 1 to 9')

/** A person whose name is unknown, or a baby without a name. The server makes up the name. */
export const unnamed = {
  naming: z.enum(namings, 'Say whether the name is known').default('named'),
  /** The person number of a baby’s mother. */
  mother: personNumber.optional(),
  /** Omitted for the only baby of a birth. */
  birthOrder: birthOrder.optional(),
}

export const addPerson = endpoint({
  method: 'POST',
  path: '/api/people',
  changes: patientReads,
  ...staff,
  summary:
    'Create a person without a visit. If there are possible matches, the refusal lists them; `different` then names those who are somebody else. A person without a known name, and a baby without a name, gets a placeholder name; a baby is born today unless a date of birth is given.',
  headers: idempotencyKey,
  body: z.strictObject({
    /** Omitted if the name is unknown. */
    fullName: fullName.optional(),
    sex,
    ...unnamed,
    /** Any day of the month or year if only that is known. */
    birth: z
      .strictObject({
        date: day,
        precision: z.enum(['day', 'month', 'year'], 'Choose how exactly the date is known'),
      })
      .optional(),
    /** Instead of the date of birth, which is then estimated. */
    age: age.optional(),
    ...details.partial().shape,
    /** Ids of possible duplicates that the caller has ruled out. */
    different: z.array(id).max(100).default([]),
  }),
  repeatable: true,
  responses: { 201: done.extend({ id: z.string(), number: z.string() }) },
  errors: ['conflict', 'key_reused'],
})

/** A person in a list. */
export const personShown = foundPerson.omit({ because: true, bookedAs: true, bookedToday: true })
export type PersonShown = z.output<typeof personShown>

export const personRecord = personShown.extend({
  /** Former names and spellings, the latest last. */
  formerNames: z.array(z.string()),
  givenNames: z.string(),
  familyName: z.string(),
  phones: z.array(z.string()),
  email: z.string(),
  identifiers: z.array(z.object({ system: z.string(), value: z.string() })),
  language: z.string(),
  note: z.string(),
  diedOn: z.string().nullable(),
  /** When the person was forgotten at their wish. The record has no contact data, and is found by the person number only. */
  forgottenAt: timestamp.nullable(),
  /** The accounts that book for this person. */
  accounts: z.array(z.object({ id: z.string(), fullName: z.string(), kind: z.enum(careKinds) })),
  birthOrder: z.number().int().nullable(),
  /** The mother, if recorded and visible to the caller. */
  mother: personShown.nullable(),
  /** The children visible to the caller, the first-born first. */
  babies: z.array(personShown.extend({ birthOrder: z.number().int().nullable() })),
  version: z.number().int(),
})
export type PersonRecord = z.output<typeof personRecord>

export const readPerson = endpoint({
  method: 'GET',
  path: '/api/people/:id',
  ...staff,
  summary:
    'A person with a visit that the caller may see, or without any visit. The id of a joined record returns the current record.',
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

/** A released value whose flag would be different now, or, if calculated, whose value would be. */
export type JudgedOtherwise = z.infer<typeof judgedOtherwise>

export const changePerson = endpoint({
  method: 'PATCH',
  path: '/api/people/:id',
  changes: patientReads,
  ...staff,
  summary:
    'Change the given fields of a person. Another name replaces a placeholder name. Visits and reports keep what was stated at the time. A sex or date of birth that contradicts the current one must be confirmed.',
  params: idParams,
  body: z.strictObject({
    fullName,
    sex,
    /** Any day of the month or year if only that is known. An estimated date can only be sent back unchanged. */
    birth: z.strictObject({ date: day, precision: z.enum(birthPrecisions) }),
    ...details.partial().shape,
    confirmed: z.boolean().default(false),
    version: z.number().int(),
  }),
  responses: {
    200: done.extend({
      /** Released results whose flags would be different now. They are not changed. */
      otherwise: z.array(judgedOtherwise),
    }),
  },
  errors: ['not_found', 'not_possible_now', 'conflict', 'changed_meanwhile'],
})
