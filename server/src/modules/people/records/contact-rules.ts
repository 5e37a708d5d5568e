import type { FieldErrors } from '#contract/errors.ts'
import type { Identifier, PersonContact } from '#contract/people.ts'
import { withoutPunctuation } from '#server/platform/vault/hashed-columns.ts'
import { type Birth, birthRange } from './birth.ts'

/** The details after a change: what is left out stays. Somebody who has not died has no date of death. */
export function contactAfter(
  before: PersonContact,
  stated: { readonly [field in keyof PersonContact]?: PersonContact[field] | undefined },
): PersonContact {
  const { givenNames, familyName, phones, email, identifiers, language, note, deceased, diedOn } = stated
  return {
    givenNames: givenNames ?? before.givenNames,
    familyName: familyName ?? before.familyName,
    phones: phones ?? before.phones,
    email: email ?? before.email,
    identifiers: identifiers ?? before.identifiers,
    language: language ?? before.language,
    note: note ?? before.note,
    deceased: deceased ?? before.deceased,
    diedOn: diedOn !== undefined ? diedOn : deceased === false ? null : before.diedOn,
  }
}

/** The last digits of a phone number, by which numbers are compared: it may be written with or without the country code. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '').replace(/^0+/, '').slice(-9)

/** A number of somebody else's, as it is compared. */
export const identifierKey = withoutPunctuation

/** What contradicts itself in the details, by field; `today` is YYYY-MM-DD. */
export function contactProblems(
  { phones, identifiers, deceased, diedOn }: PersonContact,
  birth: Birth,
  today: string,
): FieldErrors {
  const again = (keys: readonly string[]) => keys.findIndex((key, at) => keys.indexOf(key) < at)
  const phone = again(phones.map(phoneDigits))
  const identifier = again(identifiers.map(identifierName))
  const death = diedOn === null ? null : whyNotDied(diedOn, { deceased, birth, today })
  return {
    ...(birthRange(birth).first > today && { 'birth.date': ['The date of birth is in the future'] }),
    ...(phone >= 0 && { [`phones.${phone}`]: ['This phone number is here twice'] }),
    ...(identifier >= 0 && { [`identifiers.${identifier}.value`]: ['This number is here twice'] }),
    ...(death && { diedOn: [death] }),
  }
}

/** Number and system in the form in which identifiers are compared. */
export const identifierName = ({ system, value }: Identifier): string =>
  `${identifierKey(value)} ${system.toLowerCase()}`

function whyNotDied(
  day: string,
  { deceased, birth, today }: { deceased: boolean; birth: Birth; today: string },
): string | null {
  if (!deceased) return 'Say that the person has died, or leave this date out'
  if (day > today) return 'The date of death is in the future'
  return day < birthRange(birth).first ? 'The date of death is before the date of birth' : null
}
