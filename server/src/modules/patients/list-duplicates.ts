import type { QueryOf, ResponseInput } from '#contract/endpoint.ts'
import type { listDuplicates as contract, PairReason, PatientPair } from '#contract/patients.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { noKey } from '#server/platform/page-keys.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { totalUpTo } from '#server/platform/totals.ts'
import { differByOneLetter } from './name-difference.ts'
import { presentPerson } from './present.ts'
import {
  countPairs,
  listPairs,
  noteNotSame,
  type PairKey,
  type PairRow,
  readComparedAt,
} from './queries-pairs.ts'
import { findPerson, readPersons } from './queries-persons.ts'

const countedTo = 10_000

/** Who could be one person, those for which most speaks first. */
export async function listDuplicates(
  { db, actor }: SignedIn,
  { limit, cursor }: QueryOf<typeof contract>,
): Promise<ResponseInput<typeof contract>> {
  const rows = await listPairs(db, actor.sites, { after: placeOf(cursor), limit: limit + 1 })
  const count = await countPairs(db, actor.sites, countedTo + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    pairs: await pairsWithPeople(db, shown, actor.sites),
    total: totalUpTo(count, countedTo),
    nextCursor: rows.length > limit && last ? `${last.weight}_${last.one}_${last.other}` : null,
    comparedAt: (await readComparedAt(db))?.toISOString() ?? null,
  }
}

/** Remembers that two are not the same person. */
export async function notSamePerson(
  { db, actor, clock }: SignedIn,
  { one, other }: { one: string; other: string },
): Promise<{ message: string }> {
  const refs = [await findPerson(db, one, actor.sites), await findPerson(db, other, actor.sites)]
  const accounts = refs.flatMap((ref) => (ref && 'account' in ref ? [ref.account] : [])).sort()
  const alone = refs.flatMap((ref) => (ref && 'alone' in ref ? [ref.alone] : []))
  const [first, second] = [...accounts, ...alone]
  if (!first || !second || accounts.length === 0) throw notFound('This pair')
  await noteNotSame(
    db,
    { one: first, other: second, alone: alone.length > 0 },
    { now: clock.now(), by: actor.accountId },
  )
  return { message: 'They are not offered again as one person.' }
}

/** Pairs with both persons side by side; one that the caller may not see leaves its pair out. */
export async function pairsWithPeople(
  db: Db,
  rows: readonly PairRow[],
  sites: Sites,
): Promise<PatientPair[]> {
  const ids = {
    accounts: rows.flatMap(({ one, other, visit }) => (visit === null ? [one, other] : [one])),
    visits: rows.flatMap(({ visit }) => visit ?? []),
  }
  const people = new Map((await readPersons(db, ids, sites)).map((one) => [one.id, presentPerson(one)]))
  return rows.flatMap((row) => {
    const [one, other] = [people.get(row.one), people.get(row.visit ?? row.other)]
    if (!one || !other) return []
    return [{ one, other, reasons: row.reasons.map(precisely(one.fullName, other.fullName)) }]
  })
}

/** Names that are alike may differ by a single letter, which says more. */
const precisely =
  (one: string, other: string) =>
  (reason: PairReason): PairReason =>
    reason.startsWith('name_') && differByOneLetter(one, other) ? 'name_letter' : reason

const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const form = new RegExp(`^(\\d+(?:\\.\\d+)?)_(${uuid})_(${uuid})$`)

function placeOf(cursor: string | undefined): PairKey | null {
  if (cursor === undefined) return null
  const [, weight, one, other] = form.exec(cursor) ?? []
  if (!weight || !one || !other) throw noKey()
  return { weight: Number(weight), one, other }
}
