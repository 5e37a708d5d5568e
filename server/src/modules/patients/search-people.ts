import type { QueryOf, ResponseInput } from '#contract/endpoint.ts'
import { isCalendarDay } from '#contract/fields.ts'
import type { FoundPerson } from '#contract/found-person.ts'
import type { searchPeople as contract, PersonShown } from '#contract/people.ts'
import { readTypedDay } from '#contract/typed-day.ts'
import { plannedByWords, searchQuery } from '#server/modules/booking/index.ts'
import {
  ageOn,
  identifierKey,
  parsePersonNumber,
  personNumber,
  phoneDigits,
} from '#server/modules/people/index.ts'
import { clockAt, localAt, minuteOf } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { type FoundRow, findPeople, type Search } from './queries-people.ts'

/** The most results that staff at a desk can compare. */
const most = 8

/** Finds persons, so that a desk can register one of them again. */
export async function searchPeople(
  { db, actor, clock }: SignedIn,
  { search }: QueryOf<typeof contract>,
): Promise<ResponseInput<typeof contract>> {
  const now = clock.now()
  const within = { sites: actor.sites, now, limit: most + 1 }
  const number = parsePersonNumber(search)
  const rows =
    number !== null
      ? await findPeople(db, { number }, within)
      : await inTransaction(db, (tx) => plannedByWords(tx, () => findPeople(tx, meant(search), within)))
  return {
    people: rows.slice(0, most).map((row) => presentFound(row, now)),
    more: rows.length > most,
  }
}

const phone = /^\+?[0-9 ().-]+$/

/** What was typed, as each of the indexes is asked for it. */
function meant(typed: string): Search {
  const text = typed.trim()
  const typedDay = readTypedDay(text)
  const day = typedDay !== null && isCalendarDay(typedDay) ? typedDay : null
  const isPhone = day === null && phone.test(text)
  const digits = phoneDigits(text)
  const typedDigits = text.replace(/\D/g, '')
  return {
    words: day === null ? searchQuery(text) : null,
    isPhone,
    digits: isPhone && digits.length >= 4 ? digits : null,
    lastDigits: isPhone && typedDigits.length === 4 ? typedDigits : null,
    identifier: identifierKey(text),
    day,
  }
}

export function presentFound({ timeZone, diedOn, ...row }: FoundRow, now: Date): FoundPerson {
  const { lastVisitAt, bookedToday } = row
  const at = lastVisitAt && lastVisitAt > now ? lastVisitAt : now
  const day = timeZone === null ? at.toISOString().slice(0, 10) : localAt(timeZone, minuteOf(at)).day
  return {
    ...row,
    number: personNumber(row.number),
    age: ageOn(row.birth, diedOn ?? day),
    lastVisitAt: lastVisitAt?.toISOString() ?? null,
    bookedToday: bookedToday && timeZone && clockAt(timeZone, minuteOf(bookedToday)),
  }
}

/** A person as they stand beside others, whyever they were found. */
export function presentShown(row: FoundRow, now: Date): PersonShown {
  const { because: _, bookedAs: __, bookedToday: ___, ...shown } = presentFound(row, now)
  return shown
}
