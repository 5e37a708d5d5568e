import type { QueryOf, ResponseInput } from '#contract/endpoint.ts'
import type { searchPeople as contract } from '#contract/people.ts'
import { plannedByWords, searchQuery } from '#server/modules/booking/index.ts'
import { ageOn, parsePersonNumber, personNumber } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { type FoundRow, findPeople } from './queries-people.ts'

/** As many as a person at a desk can compare. */
const most = 8

/** Persons who were here before, for a desk that is about to register one of them. */
export async function searchPeople(
  { db, actor, clock }: SignedIn,
  { search }: QueryOf<typeof contract>,
): Promise<ResponseInput<typeof contract>> {
  const rows = await inTransaction(db, async (tx): Promise<FoundRow[]> => {
    const number = parsePersonNumber(search)
    if (number !== null) return findPeople(tx, { number }, actor.sites, most + 1)
    const words = searchQuery(search)
    if (words === null) return []
    return plannedByWords(tx, () => findPeople(tx, { words }, actor.sites, most + 1))
  })
  const now = clock.now()
  return {
    people: rows.slice(0, most).map((row) => ({
      ...row,
      number: personNumber(row.number),
      // An age is said for the day of the visit, which may be to come.
      age: ageOn(row.birth, later(now, row.lastVisitAt).toISOString().slice(0, 10)),
      lastVisitAt: row.lastVisitAt.toISOString(),
    })),
    more: rows.length > most,
  }
}

const later = (one: Date, other: Date) => (one > other ? one : other)
