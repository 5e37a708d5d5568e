import { personNumber } from '#server/modules/people/index.ts'
import type { PatientRow } from '../queries-patients.ts'
import type { Authorities } from './read-parts.ts'
import { identifierText, parts, said, segment } from './write-segment.ts'

/** The digits of a date of birth that are known. */
const digits = { day: 8, month: 6, year: 4, estimated: 0 } as const

/** A patient as PID, with the hospital’s own numbers first. */
export function patientSegment(patient: PatientRow, authorities: Authorities): string {
  const { own, number, fullName, familyName, givenNames, birthDate, birthPrecision, sex, phones } = patient
  const words = fullName.split(' ')
  const family = familyName || (words.at(-1) ?? '')
  const given = familyName ? givenNames : words.slice(0, -1).join(' ')
  return segment('PID', {
    1: 1,
    3: [
      ...own.map((identifier) => identifierText(identifier, 'MR', authorities)),
      `${personNumber(number)}^^^PHIAL^PI`,
    ].join('~'),
    5: parts(family, given),
    7: (birthDate ?? '').replaceAll('-', '').slice(0, digits[birthPrecision]),
    8: sex === 'female' ? 'F' : 'M',
    13: said(phones[0] ?? ''),
  })
}
