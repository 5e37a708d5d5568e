import { nowMs } from '../lib/clock.ts'

/**
 * What this browser keeps of a session that is about health: IndexedDB holds it encrypted (AES-GCM) under a key of the account that
 * no script can read out. Records and keys go at the end of the session, however it ended. Nothing else of the product touches
 * IndexedDB. See docs/decisions/0013-drafts-in-the-browser.md.
 */

/** A record as it is stored, under a name of its own. */
export type Sealed = { keptAt: number; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/** The longest shift. */
export const shiftMs = 12 * 60 * 60 * 1000

/** What was typed, and answers of the server, with the time after which a record is removed. */
const keptForMs = { drafts: 7 * 24 * 60 * 60 * 1000, answers: shiftMs }
export type Room = keyof typeof keptForMs
const rooms = Object.keys(keptForMs) as Room[]

let ended = 0
/** Counts the sessions that ended: what was being kept for an earlier one is not written any more. */
export const sessionNow = (): number => ended
export const isOver = (session: number): boolean => session !== ended

const forgetting = new Set<() => void>()
/** Sets a function that drops, at the end of a session, what is in memory only. */
export const onForget = (drop: () => void): void => void forgetting.add(drop)

let opening: Promise<IDBDatabase | null> | undefined

/** Null: a plain http address is no secure context, and some browsers refuse in private windows. */
export function openStore(): Promise<IDBDatabase | null> {
  opening ??= open().catch(() => null)
  return opening
}

async function open(): Promise<IDBDatabase | null> {
  if (!globalThis.indexedDB || !globalThis.crypto?.subtle) return null
  const request = indexedDB.open('phial', 2)
  request.onupgradeneeded = () => {
    const { result } = request
    for (const name of ['keys', ...rooms])
      if (!result.objectStoreNames.contains(name)) result.createObjectStore(name)
  }
  const db = await answer(request)
  db.onversionchange = () => db.close()
  for (const room of rooms) await within(db, room, (records) => removeOld(records, keptForMs[room]))
  return db
}

async function removeOld(records: IDBObjectStore, olderThanMs: number): Promise<void> {
  const names = await answer(records.getAllKeys())
  const all: Sealed[] = await answer(records.getAll())
  all.forEach(({ keptAt }, index) => {
    const name = names[index]
    if (name !== undefined && nowMs() - keptAt > olderThanMs) records.delete(name)
  })
}

/** The name is part of the seal: a record opens under no other name. */
export async function seal(
  db: IDBDatabase,
  accountId: string,
  name: string,
  value: unknown,
): Promise<Sealed> {
  const key = await keyOf(db, accountId)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(value))
  return { keptAt: nowMs(), iv, data: await crypto.subtle.encrypt(sealFor(name, iv), key, plain) }
}

/** Null if it cannot be read any more: its key is gone. */
export async function unseal(
  db: IDBDatabase,
  accountId: string,
  name: string,
  { iv, data }: Sealed,
): Promise<unknown> {
  try {
    const plain = await crypto.subtle.decrypt(sealFor(name, iv), await keyOf(db, accountId), data)
    return JSON.parse(new TextDecoder().decode(plain))
  } catch {
    return null
  }
}

const sealFor = (name: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(name),
})

/** The account's key, made when it is first asked for. Not extractable: a script can use it and cannot read it. */
async function keyOf(db: IDBDatabase, accountId: string): Promise<CryptoKey> {
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  return within(db, 'keys', async (keys) => {
    const known: CryptoKey | undefined = await answer(keys.get(accountId))
    if (!known) keys.put(made, accountId)
    return known ?? made
  })
}

/**
 * At the end of a session: all records of this browser, and the keys without which they are noise. A page that goes away
 * next waits for it; never for long.
 */
export async function forgetSealed(): Promise<void> {
  ended += 1
  for (const drop of forgetting) drop()
  const emptied = openStore().then(async (db) => {
    if (!db) return
    for (const name of ['keys', ...rooms] as const) {
      await within(db, name, async (records) => void records.clear())
    }
  })
  const late = new Promise<void>((resolve) => setTimeout(resolve, 1000))
  await Promise.race([emptied.catch(() => {}), late])
}

/** Runs in one transaction, which is over when nothing is asked of it any more: `work` waits for requests only. */
export async function within<T>(
  db: IDBDatabase,
  name: 'keys' | Room,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const transaction = db.transaction(name, 'readwrite')
  const over = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser did not keep it'))
  })
  const [result] = await Promise.all([work(transaction.objectStore(name)), over])
  return result
}

export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser refused'))
  })
}
