import type { CultureStage } from '#contract/cultures.ts'
import {
  answer,
  isOver,
  onForget,
  openStore,
  type Sealed,
  seal,
  sessionNow,
  unseal,
  within,
} from './sealed-store.ts'

/**
 * What somebody has typed at the bench and the server has not got yet, kept in this browser so that a closed tab or a
 * restart loses nothing: sealed (see `sealed-store.ts`) until it was sent, until the end of the session, or for a week. Where the
 * browser has no safe place for it, it is kept in memory until the tab is closed.
 */
export type KeptDraft = {
  typed: Readonly<Record<string, string>>
  /** The draft on the server that it follows, and the saved results that it was typed over. */
  revision: number
  resultsRevision: number
  /** What was sent and never answered: should the server have it, it is ours. */
  sent: readonly Readonly<Record<string, string>>[]
  /** The person asked for this save, and no answer came. */
  asked?: AskedSave | null
}
/** Saving results, saving and completing them, or saving a reading of a culture at one of its stages. */
export type AskedSave = 'save' | 'complete' | CultureStage

/** Whose draft of which task, and which open screen writes it. Two screens never overwrite each other's. */
export type DraftPlace = { accountId: string; taskId: string; writer: string }

/** In this browser, or only until this tab is closed. */
export type KeptWhere = 'browser' | 'tab'

type Kept = Sealed & { writer: string }

const inTab = new Map<string, { writer: string; draft: KeptDraft }>()
onForget(() => inTab.clear())

const nameOf = ({ accountId, taskId }: DraftPlace) => `${accountId}/${taskId}`

/** The kept draft, which from now on is this writer's; null when there is none. */
export async function takeKeptDraft(place: DraftPlace): Promise<KeptDraft | null> {
  const name = nameOf(place)
  const memory = inTab.get(name)
  if (memory) {
    inTab.set(name, { ...memory, writer: place.writer })
    return memory.draft
  }
  const db = await openStore()
  if (!db) return null
  const found = await within(db, 'drafts', async (drafts) => {
    const sealed: Kept | undefined = await answer(drafts.get(name))
    if (sealed) drafts.put({ ...sealed, writer: place.writer }, name)
    return sealed
  }).catch(() => undefined)
  return found ? open(db, place, found) : null
}

/** The tasks with a kept draft, of any screen. */
export async function tasksWithDrafts(accountId: string): Promise<string[]> {
  const own = (names: readonly IDBValidKey[]) =>
    names
      .map(String)
      .flatMap((name) => (name.startsWith(`${accountId}/`) ? [name.slice(accountId.length + 1)] : []))
  const db = await openStore()
  const kept = db && (await within(db, 'drafts', (drafts) => answer(drafts.getAllKeys())).catch(() => null))
  return [...new Set([...own([...inTab.keys()]), ...own(kept ?? [])])]
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
  const session = sessionNow()
  const name = nameOf(place)
  const db = await openStore()
  const sealed = db && (await seal(db, place.accountId, name, draft).catch(() => null))
  if (!db || !sealed) return keepInTab(place, draft)
  if (isOver(session)) return { where: 'browser' }
  try {
    const other = await within(db, 'drafts', async (drafts) => {
      const earlier: Kept | undefined = await answer(drafts.get(name))
      if (earlier && earlier.writer !== place.writer && !over) return earlier
      drafts.put({ writer: place.writer, ...sealed } satisfies Kept, name)
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
  const db = await openStore()
  if (!db) return
  await within(db, 'drafts', async (drafts) => {
    const sealed: Kept | undefined = await answer(drafts.get(name))
    if (sealed?.writer === place.writer) drafts.delete(name)
  }).catch(() => {})
}

function keepInTab(place: DraftPlace, draft: KeptDraft): { where: KeptWhere } {
  inTab.set(nameOf(place), { writer: place.writer, draft })
  return { where: 'tab' }
}

const open = (db: IDBDatabase, place: DraftPlace, kept: Kept) =>
  unseal(db, place.accountId, nameOf(place), kept) as Promise<KeptDraft | null>
