import { wholeYears } from '#contract/age.ts'
import type { NewClinicPatient } from '#contract/clinic-orders.ts'
import {
  bornByAge,
  findByNumber,
  insertPersons,
  isAfterDeath,
  parsePersonNumber,
} from '#server/modules/people/index.ts'
import { utcDay } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { facilityOf } from './policy.ts'
import { findPatient } from './queries-orders.ts'

/** Limits the guesses of a person number and a date of birth, so that a clinic cannot find records by trial. */
const numbersOfFacility: Limit = { name: 'clinic: person numbers', burst: 30, perSeconds: 3600 }

export type Who = {
  personId: string
  fullName: string
  gender: 'male' | 'female'
  age: number
  bornOn: string | null
  contact: string
}

/** A patient of an earlier order of the facility, with the data of that order. `today` is local at the site. */
export async function knownPatient({ db, actor }: SignedIn, id: string, today: string): Promise<Who> {
  const found = await findPatient(db, facilityOf(actor), id)
  if (!found) throw invalid({ patientId: ['Your facility has no such patient'] })
  const { fullName, gender, bornOn, contact, lastOrderAt } = found
  const since = wholeYears(utcDay(lastOrderAt), today)
  const age = bornOn === null ? found.age + since : wholeYears(bornOn, today)
  return { personId: id, fullName, gender, age, bornOn, contact }
}

/** The entered data of a patient; `personId` is null for a new person. */
export type Stated = Omit<Who, 'personId'> & { personId: string | null }

/**
 * Identifies a patient: a new person, or the person with the number if date of birth and sex are exactly the same. Nothing of that
 * record is disclosed: the order keeps the name and phone number that the clinic entered, and all refusals are the same. Called
 * outside of the transaction of the order, so that a failed attempt counts.
 */
export async function statedPatient(
  context: SignedIn,
  { personNumber, ...said }: NewClinicPatient,
  today: string,
): Promise<Stated> {
  const { bornOn, gender } = said
  if (bornOn !== null && bornOn > today) throw invalid({ 'patient.bornOn': ['This day is in the future'] })
  const age = bornOn === null ? said.age : wholeYears(bornOn, today)
  if (age === null) throw invalid({ 'patient.bornOn': ['Enter the date of birth or the age in years'] })
  const who = { fullName: said.fullName, gender, age, bornOn, contact: said.contact }
  const linked =
    personNumber === '' ? null : await linkedPerson(context, { personNumber, bornOn, gender }, today)
  return { ...who, personId: linked }
}

/** Creates the record of a new person. */
export async function addPatient(
  inside: Pick<SignedIn, 'db' | 'clock'>,
  who: Stated,
  today: string,
): Promise<Who> {
  if (who.personId !== null) return { ...who, personId: who.personId }
  const { age, bornOn, gender } = who
  const id = uuidv7(inside.clock)
  const birth = bornOn === null ? bornByAge(age, today) : { date: bornOn, precision: 'day' as const }
  await insertPersons(inside.db, [
    {
      ...{ id, fullName: who.fullName, sex: gender, birthDate: birth.date, birthPrecision: birth.precision },
      createdAt: inside.clock.now().toISOString(),
      ...{ accountId: null, number: 1, kind: 'other' as const, grantedBy: null },
    },
  ])
  return { ...who, personId: id }
}

async function linkedPerson(
  context: SignedIn,
  { personNumber, bornOn, gender }: { personNumber: string; bornOn: string | null; gender: string },
  today: string,
): Promise<string> {
  if (bornOn === null)
    throw invalid({ 'patient.bornOn': ['Enter the date of birth as well as the person number'] })
  const { facilityId, accountId } = context.actor
  await spend(context, numbersOfFacility, facilityId ?? accountId)
  const number = parsePersonNumber(personNumber)
  const person = number === null ? undefined : await findByNumber(context.db, number)
  const isSame =
    person !== undefined &&
    person.sex === gender &&
    person.birth.precision === 'day' &&
    person.birth.date === bornOn &&
    !isAfterDeath(person, today)
  if (!isSame) {
    throw invalid({
      'patient.personNumber': [
        'No record has this number with this date of birth and sex. Correct them, or leave the number empty',
      ],
    })
  }
  return person.id
}
