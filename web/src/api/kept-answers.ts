import type { Query, QueryClient } from '@tanstack/react-query'
import {
  answer,
  isOver,
  openStore,
  type Sealed,
  seal,
  sessionNow,
  shiftMs,
  unseal,
  within,
} from './sealed-store.ts'
import { sessionToken } from './session.ts'

/**
 * Keeps answers of the server in this browser, so that they can be read without a connection. Each answer is stored encrypted (see
 * `sealed-store.ts`) when it arrives, for the length of a shift. Only the session that received it can read it again.
 */

type Kept = { key: readonly unknown[]; data: unknown; at: number }

/** Name of a record. The id of an account has no space, so that it can be split off again. */
const nameOf = (accountId: string, hash: string) => `${accountId} ${hash}`
/** The name as additional authenticated data of the encryption; the token excludes other sessions. */
const sealName = (name: string) => `${name} ${sessionToken()}`

/** Keeps the present and future answers of the queries that `isKept` selects. Returns a function that stops it. */
export function keepAnswers(
  client: QueryClient,
  accountId: string,
  isKept: (queryKey: readonly unknown[]) => boolean,
): () => void {
  const session = sessionNow()
  const keep = async (query: Query) => {
    const { data, dataUpdatedAt } = query.state
    const db = await openStore()
    if (!db || data === undefined || isOver(session)) return
    const name = nameOf(accountId, query.queryHash)
    const sealed = await seal(db, accountId, sealName(name), {
      key: query.queryKey,
      data,
      at: dataUpdatedAt,
    } satisfies Kept)
    if (isOver(session)) return
    await within(db, 'answers', async (answers) => void answers.put(sealed, name))
  }
  // If the disk is full, the answers that are stored already stay.
  const tryToKeep = (query: Query) => void keep(query).catch(() => {})
  // An answer stays in memory for the shift, so that a screen finds it when it is opened again.
  const hold = (query: Query) => query.setOptions({ ...query.options, gcTime: shiftMs })
  const cache = client.getQueryCache()
  for (const query of cache.findAll({ predicate: ({ queryKey }) => isKept(queryKey) })) {
    hold(query)
    tryToKeep(query)
  }
  return cache.subscribe((event) => {
    if (!isKept(event.query.queryKey)) return
    if (event.type === 'added') hold(event.query)
    if (event.type === 'updated' && event.action.type === 'success') tryToKeep(event.query)
  })
}

/** Puts the stored answers of this session into the cache, unless the cache has newer ones. */
export async function restoreAnswers(client: QueryClient): Promise<void> {
  const db = await openStore()
  if (!db || sessionToken() === null) return
  const [names, records] = await within(db, 'answers', async (answers) => {
    const [names, records] = await Promise.all([answer(answers.getAllKeys()), answer(answers.getAll())])
    return [names.map(String), records as Sealed[]]
  })
  for (const [index, sealed] of records.entries()) {
    const name = names[index] ?? ''
    const kept = (await unseal(db, name.split(' ')[0] ?? '', sealName(name), sealed)) as Kept | null
    if (!kept) continue
    client.getQueryCache().build(client, { queryKey: [...kept.key], gcTime: shiftMs })
    client.setQueryData(kept.key, kept.data, { updatedAt: kept.at })
  }
}
