import { nowMs } from '../lib/clock.ts'

/**
 * What somebody has typed at the bench and the server has not got yet, kept in this browser so that a closed tab or a
 * restart loses nothing. It is about health, so it never lies in the clear: IndexedDB holds it encrypted (AES-GCM) under
 * a key that no script can read out. Both go when it was sent, at the end of the session and after a week. Where the
 * browser has neither (a plain http address is no secure context), it is kept in memory until the tab is closed.
 * Nothing else of the product touches IndexedDB. See docs/decisions/0013-drafts-in-the-browser.md.
 */
export type KeptDraft = {
  typed: Readonly<Record<string, string>>
  /** The draft on the server that it follows, and the saved results that it was typed over. */
  revision: number
  resultsRevision: number
  /** What was sent and never answered: should the server have it, it is ours. */
  sent: readonly Readonly<Record<string, string>>[]
}

/** Whose draft of which task, and which open screen writes it. Two screens never overwrite each other's. */
export type DraftPlace = { accountId: string; taskId: string; writer: string }

/** In this browser, or only until this tab is closed. */
export type KeptWhere = 'browser' | 'tab'

type Sealed = { writer: string; keptAt: number; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

const keptForMs = 7 * 24 * 60 * 60 * 1000

const inTab = new Map<string, { writer: string; draft: KeptDraft }>()
/** Counts the sessions that ended: what was being kept for an earlier one is not written any more. */
let ended = 0
let opening: Promise<IDBDatabase | null> | undefined

const nameOf = ({ accountId, taskId }: DraftPlace) => `${accountId}/${taskId}`

/** The kept draft, which from now on is this writer's; null when there is none. */
export async function takeKeptDraft(place: DraftPlace): Promise<KeptDraft | null> {
  const name = nameOf(place)
  const memory = inTab.get(name)
  if (memory) {
    inTab.set(name, { ...memory, writer: place.writer })
    return memory.draft
  }
  const db = await store()
  if (!db) return null
  const found = await within(db, 'drafts', async (drafts) => {
    const sealed: Sealed | undefined = await answer(drafts.get(name))
    if (sealed) drafts.put({ ...sealed, writer: place.writer }, name)
    return sealed
  }).catch(() => undefined)
  return found ? open(db, place, found) : null
}

/**
 * Keeps a draft and says where. When another screen of the same person keeps one for the same task, that one is left
 * as it is and given back, unless `over` says that the person has seen it.
 */
export async function keepDraft(
  place: DraftPlace,
  draft: KeptDraft,
  over = false,
): Promise<{ where: KeptWhere } | { other: KeptDraft }> {
  const session = ended
  const db = await store()
  const key = db && (await keyOf(db, place.accountId).catch(() => null))
  if (!db || !key) return keepInTab(place, draft)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(draft))
  const data = await crypto.subtle.encrypt(sealFor(place, iv), key, plain)
  if (session !== ended) return { where: 'browser' }
  const name = nameOf(place)
  try {
    const other = await within(db, 'drafts', async (drafts) => {
      const sealed: Sealed | undefined = await answer(drafts.get(name))
      if (sealed && sealed.writer !== place.writer && !over) return sealed
      drafts.put({ writer: place.writer, keptAt: nowMs(), iv, data } satisfies Sealed, name)
      return undefined
    })
    if (!other) return { where: 'browser' }
    const theirs = await open(db, place, other)
    return theirs ? { other: theirs } : keepDraft(place, draft, true)
  } catch {
    // A full disk, for example.
    return keepInTab(place, draft)
  }
}

/** It was sent or given up. One that another screen keeps stays. */
export async function dropKeptDraft(place: DraftPlace): Promise<void> {
  const name = nameOf(place)
  if (inTab.get(name)?.writer === place.writer) inTab.delete(name)
  const db = await store()
  if (!db) return
  await within(db, 'drafts', async (drafts) => {
    const sealed: Sealed | undefined = await answer(drafts.get(name))
    if (sealed?.writer === place.writer) drafts.delete(name)
  }).catch(() => {})
}

/**
 * At the end of a session: the drafts of this browser, and the keys without which they are noise. A page that goes away
 * next waits for it; never for long.
 */
export async function forgetKeptDrafts(): Promise<void> {
  ended += 1
  inTab.clear()
  const emptied = store().then(async (db) => {
    for (const name of db ? (['keys', 'drafts'] as const) : []) {
      await within(db as IDBDatabase, name, async (records) => void records.clear())
    }
  })
  const late = new Promise<void>((resolve) => setTimeout(resolve, 1000))
  await Promise.race([emptied.catch(() => {}), late])
}

function keepInTab(place: DraftPlace, draft: KeptDraft): { where: KeptWhere } {
  inTab.set(nameOf(place), { writer: place.writer, draft })
  return { where: 'tab' }
}

async function open(db: IDBDatabase, place: DraftPlace, sealed: Sealed): Promise<KeptDraft | null> {
  try {
    const key = await keyOf(db, place.accountId)
    const plain = await crypto.subtle.decrypt(sealFor(place, sealed.iv), key, sealed.data)
    return JSON.parse(new TextDecoder().decode(plain)) as KeptDraft
  } catch {
    // Its key is gone: nobody can read it any more.
    return null
  }
}

/** The name is part of the seal: what one account typed for one task opens as nothing else. */
const sealFor = (place: DraftPlace, iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(nameOf(place)),
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

function store(): Promise<IDBDatabase | null> {
  opening ??= openStore().catch(() => null)
  return opening
}

async function openStore(): Promise<IDBDatabase | null> {
  if (!globalThis.indexedDB || !globalThis.crypto?.subtle) return null
  const request = indexedDB.open('phial', 1)
  request.onupgradeneeded = () => {
    for (const name of ['keys', 'drafts']) request.result.createObjectStore(name)
  }
  const db = await answer(request)
  db.onversionchange = () => db.close()
  await within(db, 'drafts', async (drafts) => {
    const names = await answer(drafts.getAllKeys())
    const all: Sealed[] = await answer(drafts.getAll())
    all.forEach((sealed, index) => {
      const name = names[index]
      if (name !== undefined && nowMs() - sealed.keptAt > keptForMs) drafts.delete(name)
    })
  })
  return db
}

/** Runs in one transaction, which is over when nothing is asked of it any more: `work` waits for requests only. */
async function within<T>(
  db: IDBDatabase,
  name: 'keys' | 'drafts',
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

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser refused'))
  })
}
