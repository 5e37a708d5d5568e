import type { QueryOf } from '#contract/endpoint.ts'
import { isCalendarDay } from '#contract/fields.ts'
import type { FoundPerson } from '#contract/found-person.ts'
import type { searchPeople as contract, PersonShown } from '#contract/people.ts'
import { readTypedDay } from '#contract/typed-day.ts'
import { clockAt, dayAt, minuteOf } from '#server/modules/sites/index.ts'
import { utcDay } from '#server/platform/clock.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { plannedByWords } from '#server/platform/database.ts'
import { ageOn } from '../records/birth.ts'
import { phoneDigits } from '../records/contact-rules.ts'
import { parsePersonNumber, personNumber } from '../records/person-number.ts'
import { type FoundRow, findPeople, type Search } from './queries-people.ts'
import { searchQuery } from './search-words.ts'

/** The most results that staff at a desk can compare. */
const most = 8

/** Finds persons, so that a desk can register one of them again. */
export async function searchPeople(context: SignedIn, { search }: QueryOf<typeof contract>) {
  const now = context.clock.now()
  const rows = await foundBySearch(context, search, most + 1)
  return {
    people: rows.slice(0, most).map((row) => presentFound(row, now)),
    more: rows.length > most,
  }
}

/** The persons that a search finds: by person number, or by words, digits or a date. */
export async function foundBySearch(context: SignedIn, search: string, limit: number): Promise<FoundRow[]> {
  const number = parsePersonNumber(search)
  if (number !== null) return findPeople(context, { number }, limit)
  return transact(context, (within) =>
    plannedByWords(within.db, () => findPeople(within, searchOf(search), limit)),
  )
}

const phone = /^\+?[0-9 ().-]+$/

/** The last digits of a phone number, if at least four of one were typed. */
export function typedDigits(text: string): string | null {
  const digits = phoneDigits(text)
  return phone.test(text) && digits.length >= 4 ? digits : null
}

/** The typed text in the form that each index is searched by. */
function searchOf(typed: string): Search {
  const text = typed.trim()
  const typedDay = readTypedDay(text)
  const day = typedDay !== null && isCalendarDay(typedDay) ? typedDay : null
  const isPhone = day === null && phone.test(text)
  const onlyDigits = text.replace(/\D/g, '')
  return {
    words: day === null ? searchQuery(text) : null,
    isPhone,
    digits: day === null ? typedDigits(text) : null,
    lastDigits: isPhone && onlyDigits.length === 4 ? onlyDigits : null,
    identifier: text,
    day,
  }
}

export function presentFound(
  { timeZone, diedOn, forgottenAt, ...row }: FoundRow,
  now: Date,
): FoundPerson & { forgottenAt: string | null } {
  const { lastVisitAt, bookedToday } = row
  const at = lastVisitAt && lastVisitAt > now ? lastVisitAt : now
  const day = timeZone === null ? utcDay(at) : dayAt(timeZone, at)
  return {
    ...row,
    number: personNumber(row.number),
    forgottenAt: forgottenAt?.toISOString() ?? null,
    age: ageOn(row.birth, diedOn ?? day),
    lastVisitAt: lastVisitAt?.toISOString() ?? null,
    bookedToday: bookedToday && timeZone && clockAt(timeZone, minuteOf(bookedToday)),
  }
}

/** Those of these persons whom the caller may see, by the ids of their current records. */
export async function shownPersons(
  context: SignedIn,
  ids: readonly string[],
): Promise<Map<string, PersonShown>> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return new Map()
  const among = unique.map((id) => ({ id, because: 'name' as const }))
  const now = context.clock.now()
  const rows = await findPeople(context, { among }, unique.length)
  return new Map(rows.map((row) => [row.id, presentFound(row, now)]))
}
