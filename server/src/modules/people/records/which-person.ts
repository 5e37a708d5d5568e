import type { CareKind, Gender, Naming } from '#contract/options.ts'
import { type Birth, birthsFit, bornByAge, contradicts } from './birth.ts'

/** That somebody has died, and on which day (YYYY-MM-DD), if that is known. */
export type Death = { on: string | null }

/** A person as recorded. */
export type Known = {
  /** Of the current record; records that were joined into it have the same id here. */
  id: string
  fullName: string
  /** Left out if the name is their own. */
  naming?: Naming
  sex: Gender
  birth: Birth
  /** Left out of somebody who lives. */
  died?: Death | null
}

/** The persons that an account books for. */
export type Circle = {
  accountName: string
  /** Whether it is known which person the account is. */
  hasSelf: boolean
  known: readonly Known[]
  /** The number of persons that are recorded for the account. */
  size: number
}

/**
 * A person's details as stated in a booking: an age in whole years on a day (YYYY-MM-DD), and the day of birth that makes this
 * age, if it was stated as well.
 */
export type Said = {
  fullName: string
  age: number
  gender: Gender
  on: string
  bornOn?: string | undefined
  /** What the person is to the account holder, if it was stated. */
  relation?: CareKind | undefined
}

/** The date of birth that was stated, or the estimate by the age. */
export const birthSaid = ({ age, on, bornOn }: Pick<Said, 'age' | 'on' | 'bornOn'>): Birth =>
  bornOn === undefined ? bornByAge(age, on) : { date: bornOn, precision: 'day' }

export type Which =
  | { person: string }
  | {
      new: CareKind
      /** Existing persons that it might be, for staff to check. */
      couldBe: string[]
    }

/**
 * Finds the person of a booking that has details and no person number. It is the person of the account whose name and sex
 * are exactly the same and whose age fits; if there is none, or more than one, it is a new person. Persons whose name differs
 * only by case, spaces or the order of its parts, and namesakes whose age does not fit, are returned in `couldBe`. A
 * person with a made-up name is found by the number or chosen, not by the name.
 */
export function whichPerson(circle: Circle, said: Said): Which {
  const alike = circle.known.filter(
    (person) =>
      (person.naming ?? 'named') === 'named' &&
      person.sex === said.gender &&
      sameParts(person.fullName, said.fullName),
  )
  const exact = alike.filter((person) => person.fullName === said.fullName && fits(person, said))
  const [only, ...rest] = new Set(exact.map(idOf))
  if (only !== undefined && rest.length === 0) return { person: only }
  const isSelf = !circle.hasSelf && alike.length === 0 && circle.accountName === said.fullName
  return { new: said.relation ?? (isSelf ? 'self' : 'other'), couldBe: [...new Set(alike.map(idOf))] }
}

/** Whether sex and age can be this person's. Names are not compared, since they change. */
export const fits = (one: Pick<Known, 'sex' | 'birth'>, said: Omit<Said, 'fullName'>): boolean =>
  one.sex === said.gender &&
  (said.bornOn === undefined
    ? birthsFit(one.birth, bornByAge(said.age, said.on))
    : !contradicts(one.birth, birthSaid(said)))

/** Whether a new visit on this day would be after the person's death; if the day of death is not known, every one is. */
export const isAfterDeath = ({ died }: Pick<Known, 'died'>, day: string): boolean =>
  died != null && (died.on === null || day > died.on)

const idOf = ({ id }: Known) => id
/** Whether names differ at most by case, spaces and the order of their parts. */
export const sameParts = (one: string, other: string): boolean => partsOf(one) === partsOf(other)
const partsOf = (name: string) => name.normalize('NFC').toLowerCase().trim().split(/\s+/).sort().join(' ')
