import type { DelimitedRecord, Delimiters } from '#server/modules/instruments/index.ts'
import type { Identifier } from '../elements.ts'
import { refused } from './fault.ts'
import { type Authorities, birthOf, identifierOf, value } from './read-parts.ts'

/** PID as a Patient of FHIR, by the official map. */

/** Numbers of patients come before all others. */
const ranks: Readonly<Record<string, number>> = { MR: 0, PI: 1, PT: 2, '': 3 }

/** The identifiers of PID-3, the hospital’s own number of the patient first. */
export function identifiersOf(
  record: DelimitedRecord,
  field: number,
  delimiters: Delimiters,
  authorities: Authorities,
): Identifier[] {
  const found = record.all(field).flatMap((parts) => identifierOf(parts, delimiters, authorities) ?? [])
  return found
    .toSorted((one, other) => (ranks[one.type] ?? 4) - (ranks[other.type] ?? 4))
    .map(({ system, value: id }) => ({ system, value: id }))
}

const genders: Readonly<Record<string, string>> = { M: 'male', F: 'female' }

/** Whether PID has only identifiers, of a patient that was stated before. */
export const isOnlyNamed = (pid: DelimitedRecord): boolean =>
  [5, 7, 8].every((field) => value(pid.text(field)) === '')

/** @throws a refusal if PID-3 is empty */
export function patientBody(pid: DelimitedRecord, delimiters: Delimiters, authorities: Authorities): object {
  const identifier = identifiersOf(pid, 3, delimiters, authorities)
  if (identifier.length === 0) throw refused('PID-3', '101', 'Give the identifier of the patient')
  const names = pid.all(5)
  const [family = '', given = '', middle = ''] = names.find((parts) => parts[6] === 'L') ?? names[0] ?? []
  const text = [given, middle, family.split(delimiters.sub)[0] ?? '']
    .map(value)
    .filter((part) => part !== '')
    .join(' ')
  const gender = value(pid.text(8)).toUpperCase()
  const phone = phoneOf(pid.all(13)) || phoneOf(pid.all(14))
  return {
    resourceType: 'Patient',
    identifier,
    ...(text !== '' && { name: [{ text }] }),
    ...(gender !== '' && { gender: genders[gender] ?? gender }),
    ...(value(pid.text(7)) !== '' && { birthDate: birthOf(pid.text(7)) }),
    ...(phone !== '' && { telecom: [{ system: 'phone', value: phone }] }),
  }
}

/** XTN: the phone number in the first component, in that of unformatted numbers, or in parts. */
function phoneOf(repeats: readonly (readonly string[])[]): string {
  for (const parts of repeats) {
    const [written = '', , equipment = '', , country = '', area = '', local = ''] = parts
    if (['Internet', 'X.400', 'FX'].includes(equipment)) continue
    const built = [value(country) && `+${value(country).replace(/^\+/, '')}`, value(area), value(local)]
    const found = value(written) || value(parts[11]) || built.filter((part) => part !== '').join(' ')
    if (found !== '') return found
  }
  return ''
}
