import { minuteOf, type Test } from '#server/modules/sites/index.ts'

const shortest = 15
const longest = 30
const greeting = 10
const perCollection = 5

/**
 * Minutes in the chair: ten to greet and identify, five for each kind of specimen that is given (any number of blood
 * tests is one puncture), at least 15 and at most 30.
 */
export function visitLength(tests: readonly Pick<Test, 'collection'>[]): number {
  const collections = new Set(tests.map((test) => test.collection)).size
  return Math.min(longest, Math.max(shortest, greeting + perCollection * collections))
}

/** Minutes that a visit was booked for. */
export const lengthOf = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): number =>
  minuteOf(endsAt) - minuteOf(startsAt)

/** The preparation for the tests, each sentence once, in the catalogue's order. */
export function preparationOf(tests: readonly Pick<Test, 'preparation'>[]): string[] {
  return [...new Set(tests.map((test) => test.preparation).filter((text) => text !== ''))]
}
