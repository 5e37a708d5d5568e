import { namesFor, readBenchTests } from '#server/modules/catalogue/index.ts'
import { isThemself } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Visit } from './queries-visits.ts'

/**
 * The visit with its confidential tests named, if the caller may know them. For what is opened, not for lists and messages. Of those
 * who look after a patient, only the one who booked the visit is told.
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
 * Names of tests as a form sends them that knows the visit `before`: one that stands for a confidential test means those that the
 * visit has.
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
