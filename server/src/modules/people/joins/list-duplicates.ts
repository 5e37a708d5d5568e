import type { QueryOf, ResponseInput } from '#contract/endpoint.ts'
import type { listDuplicates as contract, PairReason, PersonPair } from '#contract/joins.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { openPerson } from '../records/keep-person.ts'
import { findPeople } from '../search/queries-people.ts'
import { presentShown } from '../search/search-people.ts'
import { differByOneLetter } from './name-difference.ts'
import { countPairs, listPairs, noteNotSame, type PairRow, readComparedAt } from './queries-pairs.ts'

const countedTo = 10_000

/** Who could be one person, those for which most speaks first. */
export async function listDuplicates(
  context: SignedIn,
  query: QueryOf<typeof contract>,
): Promise<ResponseInput<typeof contract>> {
  const { db, actor } = context
  const { rows, nextCursor } = await listPairs(db, actor.sites, query)
  return {
    rows: await pairsWithPersons(context, rows),
    total: await countPairs(db, actor.sites, countedTo),
    nextCursor,
    comparedAt: (await readComparedAt(db))?.toISOString() ?? null,
  }
}

/** Remembers that two are not the same person. */
export async function notSamePerson(
  context: SignedIn,
  { one, other }: { one: string; other: string },
): Promise<{ message: string }> {
  const { db, actor, clock } = context
  const pair = {
    one: (await openPerson(context, one)).person.id,
    other: (await openPerson(context, other)).person.id,
  }
  if (pair.one === pair.other) throw new Refusal('not_possible_now', 'These records are joined.')
  await noteNotSame(db, pair, { now: clock.now(), by: actor.accountId })
  return { message: 'They are not offered again as one person.' }
}

/** Pairs with both persons side by side; one that the caller may not see leaves its pair out. */
export async function pairsWithPersons(
  { db, actor, clock }: SignedIn,
  rows: readonly PairRow[],
): Promise<PersonPair[]> {
  const ids = [...new Set(rows.flatMap(({ one, other }) => [one, other]))]
  const now = clock.now()
  const among = ids.map((id) => ({ id, because: 'name' as const }))
  const found =
    ids.length === 0 ? [] : await findPeople(db, { among }, { sites: actor.sites, now, limit: ids.length })
  const people = new Map(found.map((row) => [row.id, presentShown(row, now)]))
  return rows.flatMap((row) => {
    const [one, other] = [people.get(row.one), people.get(row.other)]
    if (!one || !other) return []
    return [{ one, other, reasons: row.reasons.map(precisely(one.fullName, other.fullName)) }]
  })
}

/** Names that are alike may differ by a single letter, which says more. */
const precisely =
  (one: string, other: string) =>
  (reason: PairReason): PairReason =>
    reason.startsWith('name_') && differByOneLetter(one, other) ? 'name_letter' : reason
