import { namesFor, readBenchTests } from '#server/modules/catalogue/index.ts'
import { isThemself } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Visit } from './queries-visits.ts'

/**
 * The visit with the names of its confidential tests, if the caller may know them. Use it for opened records, not for lists and
 * messages. Among the accounts that look after a patient, only the account that booked the visit gets the names.
 */
export async function namedFor<V extends Pick<Visit, 'tests' | 'accountId' | 'personId'>>(
  { db, actor }: SignedIn,
  visit: V,
): Promise<V> {
  const confidential = visit.tests.filter((test) => test.confidential).map(({ code }) => code)
  if (confidential.length === 0) return visit
  const isTold =
    actor.role !== 'user' ||
    visit.accountId === actor.accountId ||
    (await isThemself(db, actor.accountId, visit.personId))
  if (!isTold) return visit
  const names = await namesFor(db, actor.accountId, confidential)
  return {
    ...visit,
    tests: visit.tests.map((test) => ({ ...test, name: names.get(test.code) ?? test.name })),
  }
}

/**
 * Replaces the placeholder “Confidential test” in the names that a form sends by the confidential tests of the visit `before`.
 */
export async function asNamed(
  context: SignedIn,
  names: readonly string[],
  before: Pick<Visit, 'tests'>,
): Promise<string[]> {
  const hidden = before.tests.filter((test) => test.confidential)
  if (!hidden.some(({ name }) => names.includes(name))) return [...names]
  const known = await readBenchTests(
    context.db,
    hidden.map(({ code }) => code),
  )
  return names.flatMap((name) => {
    const meant = hidden.filter((test) => test.name === name)
    if (meant.length === 0) return [name]
    return known
      .filter(({ code }) => meant.some((test) => test.code === code))
      .map(({ catalogueName }) => catalogueName)
  })
}
