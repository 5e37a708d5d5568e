import type { QueryOf, ResponseInput } from '#contract/endpoint.ts'
import type { searchPatients as contract } from '#contract/patients.ts'
import { plannedByWords, searchQuery } from '#server/modules/booking/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { type Db, inTransaction, planForValues } from '#server/platform/database.ts'
import { normaliseCode } from '#server/platform/ids.ts'
import { readIdKey } from '#server/platform/page-keys.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { mostPeople, totalUpTo } from '#server/platform/totals.ts'
import { presentPerson } from './present.ts'
import { readPersons } from './queries-persons.ts'
import {
  countAccounts,
  countAlone,
  gatherAlone,
  type Search,
  type Walk,
  walkAccounts,
  walkAlone,
} from './queries-search.ts'

type Query = QueryOf<typeof contract>

/** Patients with and without an account, newest first, a page at a time. */
export async function searchPatients(
  { db, actor }: SignedIn,
  { search: typed, limit, cursor }: Query,
): Promise<ResponseInput<typeof contract>> {
  const search = meant(typed ?? '')
  const walk = { before: readIdKey(cursor), limit: limit + 1 }
  return inTransaction(db, async (tx) => {
    await planForValues(tx)
    const most = mostPeople(search.text !== null)
    const accounts = await walkAccounts(tx, search, actor.sites, walk)
    const withAccount = await countAccounts(tx, search, actor.sites, most + 1)
    const alone = await peopleAlone(tx, search, actor.sites, walk, most + 1 - withAccount)
    const ids = [...accounts, ...alone.ids].sort().reverse()
    const shown = ids.slice(0, limit)
    const known = await readPersons(
      tx,
      { accounts: accounts.filter(among(shown)), visits: alone.ids.filter(among(shown)) },
      actor.sites,
    )
    const byId = new Map(known.map((one) => [one.id, presentPerson(one)]))
    const count = withAccount + alone.count
    return {
      patients: shown.flatMap((one) => byId.get(one) ?? []),
      total: totalUpTo(count, most),
      nextCursor: ids.length > limit ? (shown.at(-1) ?? null) : null,
    }
  })
}

const among = (shown: readonly string[]) => (one: string) => shown.includes(one)

const phone = /^\+?[0-9 ().-]+$/

/** What was typed, as each of the indexes is asked for it. */
function meant(typed: string): Search {
  const text = typed.trim()
  if (text === '') return { text: null, digits: null, reference: null, words: null }
  const digits = text.replace(/\D/g, '').replace(/^0+/, '').slice(-9)
  return {
    text,
    digits: phone.test(text) && digits.length >= 4 ? digits : null,
    reference: /^[0-9a-z -]{4,20}$/i.test(text) ? normaliseCode(text) : null,
    words: searchQuery(text),
  }
}

/** Words that few visits have are gathered by their index; for common ones, walking along the list soon meets some. */
async function peopleAlone(
  tx: Db,
  { text, words }: Search,
  sites: Sites,
  walk: Walk,
  most: number,
): Promise<{ ids: string[]; count: number }> {
  if (text === null) {
    return { ids: await walkAlone(tx, null, sites, walk), count: await countAlone(tx, sites, most) }
  }
  if (words === null) return { ids: [], count: 0 }
  // What more accounts have than are counted, so many visits have that nothing need be gathered.
  if (most <= 0) return { ids: await walkAlone(tx, words, sites, walk), count: 0 }
  const gathered = await plannedByWords(tx, () =>
    gatherAlone(tx, words, sites, { ...walk, most: mostPeople(true) }),
  )
  return gathered ?? { ids: await walkAlone(tx, words, sites, walk), count: most }
}
