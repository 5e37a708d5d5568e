import { email, fullName, optionalPhone } from '#contract/fields.ts'
import { birthPrecisions } from '#contract/found-person.ts'
import type { Gender } from '#contract/options.ts'
import { addPerson, noContact, type PersonContact } from '#contract/people.ts'
import { type Birth, bornByAge, contactProblems, normalBirth } from '#server/modules/people/index.ts'
import { readBirth, readGender, readName } from './cell-values.ts'
import { type Decided, externalNumber, faulty, hashOf, type SourceRow } from './decided.ts'

/** The person of a row, without the name. */
export type PersonPart = { sex: Gender; birth: Birth; contact: PersonContact }

export type Patient = {
  line: number
  /** What makes it the same row in another file of the source; decided by who has the e-mail address first. */
  number: string
  fullName: string
  email: string
  phone: string
  /** Null where the sex is not said: nobody is written down without it. */
  person: PersonPart | null
}

export type PatientFile = {
  source: string
  /** What the column of other numbers is called: the name of a number that stands there alone. */
  identifierHead: string
  /** YYYY-MM-DD */
  today: string
}

const {
  identifiers: identifierList,
  language: languageText,
  note: noteText,
  givenNames: namePart,
} = addPerson.body.shape

/** The content of a row, or its errors by field. */
export function readPatient({ line, cells }: SourceRow, file: PatientFile): Patient | Decided {
  const problems: Decided['problems'] = []
  const said = (name: string) => cells[name] ?? ''
  const take = <T>(field: string, read: Checked<T>, otherwise: T): T => {
    if (read.success) return read.data
    problems.push({ field, message: read.error.issues[0]?.message ?? 'This cannot be read' })
    return otherwise
  }
  const number = take('externalId', externalNumber.safeParse(said('externalId')), '')
  const name = take('fullName', fullName.safeParse(readName(cells)), '')
  const address = said('email') === '' ? '' : take('email', email.safeParse(said('email')), '')
  const phone = take('phone', optionalPhone.safeParse(said('phone')), '')
  let person: PersonPart | null = null
  if (said('gender') !== '') {
    const sex = readGender(said('gender'))
    if (!sex) problems.push({ field: 'gender', message: 'Say male or female' })
    const birth = birthOf(said('birthDate'), said('birthPrecision'), said('age'), file.today)
    if ('message' in birth) problems.push(birth)
    const given = identifiersIn(said('identifiers'), file.identifierHead)
    // The number in the former system becomes an identifier, so that a person with its card is found.
    if (number !== '' && number.length <= 60 && file.source !== '' && file.source.length <= 60) {
      given.push({ system: file.source, value: number })
    }
    const contact: PersonContact = {
      ...noContact,
      givenNames: take('givenNames', namePart.safeParse(said('givenNames')), '') ?? '',
      familyName: take('familyName', namePart.safeParse(said('familyName')), '') ?? '',
      phones: phone === '' ? [] : [phone],
      email: address,
      identifiers: take('identifiers', identifierList.safeParse(given), []) ?? [],
      language: take('language', languageText.safeParse(said('language')), '') ?? '',
      note: take('note', noteText.safeParse(said('note')), '') ?? '',
    }
    if (sex && !('message' in birth)) {
      person = { sex, birth, contact }
      for (const [field, [message = '']] of Object.entries(contactProblems(contact, birth, file.today))) {
        problems.push({ field: columnOf(field), message })
      }
    }
  }
  if (problems.length > 0) return faulty(readName(cells), line, problems)
  return { line, number, fullName: name, email: address, phone, person }
}

type Checked<T> =
  | { success: true; data: T }
  | { success: false; error: { issues: readonly { message: string }[] } }

/** As it was before persons were brought in, where a row says none: it is still known as the same. */
export const hashOfPatient = ({ fullName, email, phone, person }: Patient): Buffer =>
  person === null
    ? hashOf({ fullName, email, phone })
    : hashOf({ fullName, email, phone }, person.sex, person.birth, person.contact)

const inOrder = ['year', 'month', 'day']

/**
 * The date of birth; without one the age, which is of today. An export writes a whole day for each birth and beside it how
 * exactly it is known: without that, a year would come back as the first of January.
 */
function birthOf(
  birthDate: string,
  saidPrecision: string,
  age: string,
  today: string,
): Birth | { field: string; message: string } {
  if (birthDate !== '') {
    const birth = readBirth(birthDate)
    if (birth) {
      const word = saidPrecision.toLowerCase()
      const precision = word === '' ? birth.precision : birthPrecisions.find((known) => known === word)
      const needed = precision === 'estimated' ? 'day' : precision
      if (precision && needed && inOrder.indexOf(needed) <= inOrder.indexOf(birth.precision)) {
        return normalBirth({ date: birth.date, precision })
      }
      return {
        field: 'birthPrecision',
        message: 'Say day, month, year or estimated, and nothing more exact than the birth date',
      }
    }
    return {
      field: 'birthDate',
      message:
        'Give a date like 2026-03-09 or 09/03/2026 (day before month), a month like 2026-03, or a year',
    }
  }
  if (age === '') return { field: 'birthDate', message: 'Give the birth date or the age' }
  if (!/^\d{1,3}$/.test(age) || Number(age) > 130) {
    return { field: 'age', message: 'Give the age in whole years, at most 130' }
  }
  return bornByAge(Number(age), today)
}

/** `Ghana Card: GHA-123; NHIS: 456`; a number alone has the name of its column. */
const identifiersIn = (cell: string, head: string) =>
  cell
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf(':')
      return at < 0
        ? { system: head, value: part }
        : { system: part.slice(0, at).trim(), value: part.slice(at + 1).trim() }
    })

/** The column of a field of the record. */
function columnOf(field: string): string {
  if (field.startsWith('identifiers')) return 'identifiers'
  if (field.startsWith('phones')) return 'phone'
  return field.startsWith('birth') ? 'birthDate' : field
}
