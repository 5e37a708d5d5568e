import type { Gender } from '#contract/options.ts'
import { type Birth, birthsFit, bornByAge } from './birth.ts'

/** A person as written down. */
export type Known = {
  /** Of the record that stands now; those that were joined into it have the same. */
  id: string
  fullName: string
  sex: Gender
  birth: Birth
}

/** Whom an account books for. */
export type Circle = {
  accountName: string
  /** Whether it is known which person the account is. */
  hasSelf: boolean
  known: readonly Known[]
  /** How many persons have been written down for the account. */
  size: number
}

/** Somebody as a booking names them: an age in whole years on a day (YYYY-MM-DD). */
export type Said = { fullName: string; age: number; gender: Gender; on: string }

export type Which =
  | { person: string }
  | {
      new: 'self' | 'other'
      /** Who it could be after all, for people to look at. */
      couldBe: string[]
    }

/**
 * Whom a booking means that names no person, only details: the account's own person or somebody it books for when name and
 * sex are as written down and the age fits, else somebody new. Between two that fit it never chooses. A name that differs
 * by case, spaces or the order of its parts is offered, and so is a namesake whose age does not fit; neither is taken.
 */
export function whichPerson(circle: Circle, said: Said): Which {
  const alike = circle.known.filter(
    (one) => one.sex === said.gender && sameParts(one.fullName, said.fullName),
  )
  const meant = new Set(alike.filter((one) => one.fullName === said.fullName && fits(one, said)).map(idOf))
  const [only] = meant
  if (only !== undefined && meant.size === 1) return { person: only }
  const isSelf = !circle.hasSelf && alike.length === 0 && circle.accountName === said.fullName
  return { new: isSelf ? 'self' : 'other', couldBe: [...new Set(alike.map(idOf))] }
}

/** Whether what is said can be said of this person; names change, and are not compared. */
export const fits = (one: Pick<Known, 'sex' | 'birth'>, said: Omit<Said, 'fullName'>): boolean =>
  one.sex === said.gender && birthsFit(one.birth, bornByAge(said.age, said.on))

/**
 * Which persons of one account are one, once two accounts have been joined: those of one sex whose ages fit and whose names
 * are the same, or both among the names of whoever was joined. Answers who is replaced by whom; who comes first stays.
 */
export function whichAreOne(
  people: readonly Known[],
  namesOfJoined: readonly string[],
): { id: string; by: string }[] {
  const joined = new Set(namesOfJoined.map((name) => name.toLowerCase()))
  const isJoined = ({ fullName }: Known) => joined.has(fullName.toLowerCase())
  const areOne = (a: Known, b: Known) =>
    a.sex === b.sex &&
    birthsFit(a.birth, b.birth) &&
    (a.fullName.toLowerCase() === b.fullName.toLowerCase() || (isJoined(a) && isJoined(b)))
  const records = Map.groupBy(people, idOf)
  const stay: string[] = []
  const replaced: { id: string; by: string }[] = []
  for (const [id, own] of records) {
    const by = stay.find((other) => records.get(other)?.some((a) => own.some((b) => areOne(a, b))))
    if (by === undefined) stay.push(id)
    else replaced.push({ id, by })
  }
  return replaced
}

const idOf = ({ id }: Known) => id
const sameParts = (one: string, other: string) => partsOf(one) === partsOf(other)
const partsOf = (name: string) => name.normalize('NFC').toLowerCase().trim().split(/\s+/).sort().join(' ')
