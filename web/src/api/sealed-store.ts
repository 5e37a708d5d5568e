import { nowMs } from '../lib/clock.ts'

/**
 * Stores health data of a session in this browser: IndexedDB holds it encrypted (AES-GCM) with a key of the account that scripts cannot
 * export. Records and keys are deleted when the session ends for any reason. No other code of the product uses IndexedDB. See
 * docs/decisions/0013-drafts-in-the-browser.md.
 */

/** A record as it is stored. Its key in the object store is its name. */
export type Sealed = { keptAt: number; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/** The length of the longest shift. */
export const shiftMs = 12 * 60 * 60 * 1000

/** The object stores: typed drafts, and answers of the server; with the time after which a record is removed. */
const keptForMs = { drafts: 7 * 24 * 60 * 60 * 1000, answers: shiftMs }
export type Room = keyof typeof keptForMs
const rooms = Object.keys(keptForMs) as Room[]

let ended = 0
/** The number of ended sessions. A write that began in an earlier session is dropped. */
export const sessionNow = (): number => ended
export const isOver = (session: number): boolean => session !== ended

const forgetting = new Set<() => void>()
/** Adds a function that drops data in memory at the end of a session. */
export const onForget = (drop: () => void): void => void forgetting.add(drop)

let opening: Promise<IDBDatabase | null> | undefined

/** Null if the browser offers no storage: at a plain http address, which is not a secure context, and in some private windows. */
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

/** Encrypts a value. The name is authenticated with it: a record cannot be decrypted under another name. */
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

/** Decrypts a record. Null if that fails, for example because its key was deleted. */
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

/** The key of the account, made on first use. It is not extractable: a script can use it but cannot read it. */
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
 * Deletes all records and keys of this browser at the end of a session. A page that is left afterwards waits for it, for at most a
 * second.
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

/** Runs `work` in one transaction. A transaction ends when it has no open request, so `work` must await requests only. */
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
