import { z } from 'zod'
import { isCalendarDay, fullName as nameField, optionalPhone } from '#contract/fields.ts'
import { type Identifier, ownIdentifiers, readResource, refusedElements, resourceOf } from './elements.ts'

const text = z.string().max(300)

/** The first day of a date, month or year. */
const firstDayOf = (date: string) => `${date}${'-01-01'.slice(Math.max(0, date.length - 4))}`

const patient = resourceOf('Patient').extend({
  identifier: ownIdentifiers('a retry with the same identifier enters nobody twice'),
  active: z.literal(true, { error: 'Only active patients can be entered' }).optional(),
  name: z
    .array(
      z.object({ text: text.optional(), family: text.optional(), given: z.array(text).max(10).optional() }),
      { error: 'Give the name' },
    )
    .min(1, 'Give the name'),
  gender: z.enum(['male', 'female'], {
    error: 'The gender is male or female: reference intervals depend on it',
  }),
  birthDate: z
    .string({ error: 'Give the date of birth, or its year' })
    .refine((date) => isCalendarDay(firstDayOf(date)), 'Give a date of birth like 1990-05-04 or 1990'),
  telecom: z
    .array(z.object({ system: z.string().optional(), value: z.string().max(100) }))
    .max(20)
    .default([]),
})

const nameAndPhone = z.object({ name: nameField, telecom: optionalPhone })

export type EnteredPatient = {
  identifier: Identifier
  /** The laboratory’s number of the person, if the program knows it; else empty. */
  personNumber: string
  fullName: string
  gender: 'male' | 'female'
  /** Null if the day is not known. */
  bornOn: string | null
  /** The first day that the date of birth can be. */
  bornFrom: string
  contact: string
}

/** A patient as a program enters it. @throws a refusal of the elements */
export function readPatient(body: unknown, personNumberSystem: string): EnteredPatient {
  const said = readResource('Patient', patient, body)
  const number = said.identifier.find(({ system }) => system === personNumberSystem)
  const own = said.identifier.find((one) => one !== number)
  if (!own)
    throw refusedElements('Patient', { identifier: ['Send an identifier from your own system as well'] })
  const [name = {}] = said.name
  const written = name.text ?? [...(name.given ?? []), name.family ?? ''].join(' ')
  const phone = said.telecom.find(({ system }) => system === 'phone')?.value ?? ''
  const checked = nameAndPhone.safeParse({ name: written, telecom: phone })
  if (!checked.success) {
    const fields = checked.error.issues.map(({ path, message }): [string, string[]] => [
      path.join('.'),
      [message],
    ])
    throw refusedElements('Patient', Object.fromEntries(fields))
  }
  const { birthDate } = said
  return {
    identifier: own,
    personNumber: number?.value ?? '',
    fullName: checked.data.name,
    gender: said.gender,
    bornOn: birthDate.length === 10 ? birthDate : null,
    bornFrom: firstDayOf(birthDate),
    contact: checked.data.telecom,
  }
}
