import type { QueryOf, ResponseInput } from '#contract/endpoint.ts'
import type { searchPeople as contract, FoundPerson } from '#contract/people.ts'
import { plannedByWords, searchQuery } from '#server/modules/booking/index.ts'
import { ageOn, parsePersonNumber, personNumber } from '#server/modules/people/index.ts'
import { clockAt, localAt, minuteOf } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { type FoundRow, findPeople } from './queries-people.ts'

/** The most results that staff at a desk can compare. */
const most = 8

/** Finds persons with earlier visits, so that a desk can register one of them again. */
export async function searchPeople(
  { db, actor, clock }: SignedIn,
  { search }: QueryOf<typeof contract>,
): Promise<ResponseInput<typeof contract>> {
  const now = clock.now()
  const within = { sites: actor.sites, now, limit: most + 1 }
  const rows = await inTransaction(db, async (tx): Promise<FoundRow[]> => {
    const number = parsePersonNumber(search)
    if (number !== null) return findPeople(tx, { number }, within)
    const words = searchQuery(search)
    if (words === null) return []
    return plannedByWords(tx, () => findPeople(tx, { words }, within))
  })
  return {
    people: rows.slice(0, most).map((row) => presentFound(row, now)),
    more: rows.length > most,
  }
}

export function presentFound({ timeZone, ...row }: FoundRow, now: Date): FoundPerson {
  return {
    ...row,
    number: personNumber(row.number),
    // The age on the day of the last visit if that is in the future, else today.
    age: ageOn(row.birth, localAt(timeZone, minuteOf(later(now, row.lastVisitAt))).day),
    lastVisitAt: row.lastVisitAt.toISOString(),
    bookedToday: row.bookedToday && clockAt(timeZone, minuteOf(row.bookedToday)),
  }
}

const later = (one: Date, other: Date) => (one > other ? one : other)
