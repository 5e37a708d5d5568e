import { wholeYears } from '#contract/age.ts'
import type { CareKind } from '#contract/options.ts'
import { may } from '#contract/permissions.ts'
import {
  type Circle,
  correctPerson,
  findByNumber,
  fits,
  insertPersons,
  isAfterDeath,
  type Known,
  learnBirthOf,
  type Placed,
  parsePersonNumber,
  personCorrected,
  placing,
  readCircle,
  readPersonFacts,
} from '#server/modules/people/index.ts'
import { localAt, type Minute } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type Actor, type SignedIn, transact } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { booksForOthers } from '../policy.ts'
import type { Patient, Visit } from '../queries-visits.ts'
import { readPersonOfVisit, setPersonOfVisit } from './queries-persons.ts'

type Ask = {
  accountId: string | null
  patient: Patient
  /** The local day of the visit: the stated age is the age on this day. */
  on: string
  /** As it was typed or scanned, by staff only. */
  personNumber?: string | undefined
  /** As chosen among the persons of the account. */
  personId?: string | undefined
  /** The relation of a new person to the holder of the account. */
  relation?: CareKind | undefined
  /** The day of birth, if it was stated beside the age. */
  bornOn?: string | undefined
}

/**
 * Finds the person of a visit: by the number, or by the details among the persons of the account, or a new person. A number
 * is refused if it is mistyped, unknown or contradicted by the details. The error does not name the number's person, since
 * numbers can be guessed.
 */
export async function personOfVisit(
  context: SignedIn,
  { accountId, patient, on, personNumber, personId, relation, bornOn }: Ask,
): Promise<Placed> {
  if (bornOn !== undefined) refuseOtherAge(bornOn, patient.age, on)
  const { db, clock, actor } = context
  const circle = accountId === null ? undefined : await readCircle(db, accountId)
  const circles = new Map<string, Circle>(accountId !== null && circle ? [[accountId, circle]] : [])
  const isKnown = (id: string) => circle?.known.find((person) => person.id === id)
  const isLike = (person: Known) => fits(person, { ...patient, on, bornOn })
  const known = (person: Known, field: string): Placed => {
    refuseDeceased(actor, person, { on, field })
    return { personId: person.id, added: null, couldBe: [] }
  }
  if (personId !== undefined) {
    const chosen = isKnown(personId)
    if (!chosen) throw invalid({ personId: ['This account does not look after this person'] })
    if (!isLike(chosen)) {
      throw invalid({
        personId: [
          `The record of ${chosen.fullName} has another sex or age. Correct the details, or ask the laboratory to correct the record`,
        ],
      })
    }
    return known(chosen, 'personId')
  }
  if (relation === 'self' && circle?.hasSelf) {
    throw invalid({ relation: ['This account has a record of its holder already: choose it'] })
  }
  if (personNumber === undefined) {
    const newId = () => uuidv7(clock)
    const place = placing(circles, { newId, now: clock.now(), grantedBy: actor.accountId })
    const placed = place({ ...patient, on, bornOn, relation, accountId })
    const found = isKnown(placed.personId)
    if (found) refuseDeceased(actor, found, { on, field: 'patientDetails.fullName' })
    return placed
  }
  const number = parsePersonNumber(personNumber)
  if (number === null) throw refused('This is no person number: compare it digit by digit')
  const person = await findByNumber(db, number)
  if (!person) throw refused('Nobody has this number')
  if (!isLike(person)) {
    throw refused('The person of this number has another sex or age: compare the number digit by digit')
  }
  if (circle && !isKnown(person.id)) throw refused('This account does not book for this person')
  return known(person, 'personNumber')
}

/**
 * Refuses a new visit after the death of its person. Existing visits stay, with their samples. The holder of an account may not know
 * of the death, so the refusal to an account does not mention it.
 */
export function refuseDeceased(
  actor: Actor,
  person: Pick<Known, 'died'>,
  { on, field }: { on: string; field: string },
): void {
  if (!isAfterDeath(person, on)) return
  const staff = 'This person is recorded as deceased.'
  const why = !booksForOthers(actor)
    ? 'This person cannot be booked for online. Call the laboratory'
    : may(actor, 'patients')
      ? `${staff} If that is wrong, correct it with “Change details” on the page of the person`
      : `${staff} If that is wrong, somebody with the permission to manage patients can correct it`
  throw invalid({ [field]: [why] })
}

/** Refuses a day of birth that does not make the age that is stated for a day. */
export function refuseOtherAge(bornOn: string, age: number, on: string): void {
  if (bornOn > on) throw invalid({ bornOn: ['This day is after the visit'] })
  const years = wholeYears(bornOn, on)
  if (years === age) return
  throw invalid({
    bornOn: [`On the day of the visit this makes ${years} years, and the age is given as ${age}`],
  })
}

/** Writes a stated day of birth into the person's record, if that has only an estimate, and has results judged by it. */
export async function learnBirth(
  context: SignedIn,
  { personId, added }: Placed,
  bornOn: string | undefined,
): Promise<void> {
  if (bornOn === undefined || added) return
  await transact(context, async (inside) => {
    const before = await readPersonFacts(inside.db, personId)
    if (before.birth.precision !== 'estimated') return
    const after = { sex: before.sex, birth: { date: bornOn, precision: 'day' } } as const
    // As in a correction by staff, the locks on tasks come before that on the person.
    await context.tell(personCorrected, inside, { personId, before, after })
    if (await learnBirthOf(inside.db, personId, bornOn)) {
      const subject = { kind: 'person', id: personId }
      const changed = { before: { birth: before.birth }, after: { birth: after.birth } }
      await audit(inside, { action: 'person.changed', subject, ...changed })
    } else {
      // Somebody else has entered another day meanwhile, which counts.
      const entered = await readPersonFacts(inside.db, personId)
      await context.tell(personCorrected, inside, { personId, before: after, after: entered })
    }
  })
}

const refused = (message: string) => invalid({ personNumber: [message] })

/** The local day of a visit at its site: the stated age is the age on this day. */
export const dayOfVisit = (timeZone: string, start: Minute): string => localAt(timeZone, start).day

/**
 * Finds the person of a visit after its details were changed, in the transaction of the change. The person stays the same if
 * name, sex and age fit; otherwise the person is found as for a new visit. If that gives a new person and this is the only
 * visit of the current one, the current person is corrected instead, unless that contradicts a date of birth that staff entered.
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
  // A date of birth that is not estimated was entered by staff, and outweighs a stated age.
  const { birth } = current
  const isEntered = birth.precision !== 'estimated'
  if (added && current.isOnlyHere && (!isEntered || fits(current, { ...patient, on }))) {
    const known = isEntered ? { birthDate: birth.date, birthPrecision: birth.precision } : {}
    await correctPerson(db, before.personId, { ...added, ...known })
    return before.personId
  }
  if (added) await insertPersons(db, [added])
  await setPersonOfVisit(db, before, personId)
  return personId
}
