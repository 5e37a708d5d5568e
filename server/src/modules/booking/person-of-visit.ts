import {
  type Circle,
  correctPerson,
  findByNumber,
  fits,
  insertPersons,
  type Placed,
  parsePersonNumber,
  placing,
  readCircles,
} from '#server/modules/people/index.ts'
import { localAt, type Minute } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { readPersonOfVisit, setPersonOfVisit } from './queries-persons.ts'
import type { Patient, Visit } from './queries-visits.ts'

type Ask = {
  accountId: string | null
  patient: Patient
  /** The local day of the visit, on which the age is said. */
  on: string
  /** As it was typed or scanned, by staff only. */
  personNumber?: string | undefined
}

/**
 * Whose the visit is: the person of this number, or by the details whom the account books for, or somebody new. A number that
 * is mistyped, nobody's or contradicted by the details is refused, in the last case without a word of whose it is: numbers can
 * be tried.
 */
export async function personOfVisit(
  context: SignedIn,
  { accountId, patient, on, personNumber }: Ask,
): Promise<Placed> {
  const { db, clock, actor } = context
  const circles = accountId === null ? new Map<string, Circle>() : await readCircles(db, [accountId])
  if (personNumber === undefined) {
    const place = placing(circles, {
      newId: () => uuidv7(clock),
      now: clock.now(),
      grantedBy: actor.accountId,
    })
    return place({ ...patient, on, accountId })
  }
  const number = parsePersonNumber(personNumber)
  if (number === null) throw refused('This is no person number: compare it digit by digit')
  const person = await findByNumber(db, number)
  if (!person) throw refused('Nobody has this number')
  if (!fits(person, { ...patient, on })) {
    throw refused('The person of this number has another sex or age: compare the number digit by digit')
  }
  const circle = accountId === null ? undefined : circles.get(accountId)
  if (circle && !circle.known.some(({ id }) => id === person.id)) {
    throw refused('This account does not book for this person')
  }
  return { personId: person.id, added: null, couldBe: [] }
}

const refused = (message: string) => invalid({ personNumber: [message] })

/** The day of a visit at its site, on which the age counts. */
export const dayOfVisit = (timeZone: string, start: Minute): string => localAt(timeZone, start).day

/**
 * Whose a visit is after its details were changed, in the transaction of the change: the same person's while name, sex and
 * age can be theirs, else decided as for a new visit. Somebody who would be new, and whose only visit this is, is put right
 * instead.
 */
export async function personAfterChange(
  context: SignedIn,
  before: Visit,
  patient: Patient,
  start: Minute,
): Promise<string> {
  const { db } = context
  const { fullName, age, gender } = before.patient
  if (patient.fullName === fullName && patient.age === age && patient.gender === gender)
    return before.personId
  const on = dayOfVisit(before.timeZone, start)
  const current = await readPersonOfVisit(db, before)
  if (patient.fullName === fullName && fits(current, { ...patient, on })) return before.personId
  const { personId, added } = await personOfVisit(context, { accountId: before.accountId, patient, on })
  if (added && current.isOnlyHere) {
    await correctPerson(db, before.personId, added)
    return before.personId
  }
  if (added) await insertPersons(db, [added])
  await setPersonOfVisit(db, before, personId)
  return personId
}
