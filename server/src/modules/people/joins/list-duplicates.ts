import type { QueryOf } from '#contract/endpoint.ts'
import type { listDuplicates as contract, PairReason, PersonPair } from '#contract/joins.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { openPerson } from '../records/keep-person.ts'
import { shownPersons } from '../search/search-people.ts'
import { differByOneLetter } from './name-difference.ts'
import { countPairs, listPairs, noteNotSame, type PairRow, readComparedAt } from './queries-pairs.ts'

const countedTo = 10_000

/** Pairs of records that could be of one person, the pair with the most weight first. */
export async function listDuplicates(context: SignedIn, query: QueryOf<typeof contract>) {
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
export async function notSamePerson(context: SignedIn, { one, other }: { one: string; other: string }) {
  const { db, actor, clock } = context
  const pair = {
    one: (await openPerson(context, one)).person.id,
    other: (await openPerson(context, other)).person.id,
  }
  if (pair.one === pair.other) throw notPossible('These records are joined.')
  await noteNotSame(db, pair, { now: clock.now(), by: actor.accountId })
  return { message: 'They are not offered again as one person.' }
}

/** Pairs with both persons side by side; without the pairs of a person whom the caller may not see. */
export async function pairsWithPersons(context: SignedIn, rows: readonly PairRow[]): Promise<PersonPair[]> {
  const people = await shownPersons(
    context,
    rows.flatMap(({ one, other }) => [one, other]),
  )
  return rows.flatMap((row) => {
    const [one, other] = [people.get(row.one), people.get(row.other)]
    if (!one || !other) return []
    return [{ one, other, reasons: row.reasons.map(precisely(one.fullName, other.fullName)) }]
  })
}

/** Names that are alike may differ by a single letter, which is the stronger reason. */
const precisely =
  (one: string, other: string) =>
  (reason: PairReason): PairReason =>
    reason.startsWith('name_') && differByOneLetter(one, other) ? 'name_letter' : reason
