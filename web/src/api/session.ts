import { forgetSealed } from './sealed-store.ts'

/**
 * What this browser remembers in local storage: the session's token, the address that waits for its code, for whom push
 * is on, how staff folded the menu, and the views of lists that they named. Nothing else of the product touches local storage, and nothing about a patient's
 * health belongs there. A browser that refuses it (private windows) gets a session that lasts as long as the tab.
 */
const forgotten = new Map<string, string>()

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return forgotten.get(key) ?? null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    forgotten.set(key, value)
  }
}

function remove(key: string): void {
  forgotten.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

export function sessionToken(): string | null {
  return read('token')
}

export function startSession(token: string): void {
  write('token', token)
}

/**
 * Forgets the token and everything that was kept with it; what lies in the browser's database a moment later, which a
 * page that goes away next waits for. The server is told by the `logout` call, not here.
 */
export function endSession(): Promise<void> {
  for (const key of ['token', 'userEmail', 'email', 'user']) remove(key)
  return forgetSealed()
}

/** The e-mail address or phone number that signed up last, for sending its code again. */
export function rememberedAddress(): string | null {
  return read('userEmail')
}

export function rememberedEmail(): string | null {
  const address = rememberedAddress()
  return address?.includes('@') ? address : null
}

export function rememberedPhone(): string | null {
  const address = rememberedAddress()
  return address?.includes('@') ? null : address
}

export function rememberAddress(address: string): void {
  write('userEmail', address)
}

/** For whom push was turned on in this browser, and where it was reached then. It outlives a session that runs out. */
export type KeptPush = { accountId: string; endpoint: string }

export function keptPush(): KeptPush | null {
  const [accountId, endpoint] = read('push')?.split(' ') ?? []
  return accountId && endpoint ? { accountId, endpoint } : null
}

export function keepPush({ accountId, endpoint }: KeptPush): void {
  write('push', `${accountId} ${endpoint}`)
}

export function forgetPush(): void {
  remove('push')
}

/** The names of the groups that are folded in the staff's menu. A choice for this browser, which outlives the session. */
export function foldedGroups(): readonly string[] {
  return read('foldedMenu')?.split(',').filter(Boolean) ?? []
}

export function keepFoldedGroups(names: readonly string[]): void {
  if (names.length > 0) write('foldedMenu', names.join(','))
  else remove('foldedMenu')
}

/** Filters of a list that staff saved under a name: filters of its address, never searched words. */
export type KeptView = { name: string; search: Readonly<Record<string, string | number>> }

export function keptViews(list: string): readonly KeptView[] {
  try {
    const kept: unknown = JSON.parse(read(`views of ${list}`) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isView) : []
  } catch {
    return []
  }
}

export function keepViews(list: string, views: readonly KeptView[]): void {
  if (views.length > 0) write(`views of ${list}`, JSON.stringify(views))
  else remove(`views of ${list}`)
}

const isView = (one: KeptView | null): boolean =>
  typeof one?.name === 'string' && typeof one.search === 'object' && one.search !== null

/** Calls back when another tab signed in or out. Returns the way to stop. */
export function onSessionChangedElsewhere(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === 'token' || event.key === null) listener()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

/** The step that a visitor has reached in the tour of the demonstration, and whether the tour is running or paused. */
export type KeptTour = { step: number; running: boolean }

const tourKey = (role: string) => `tour of the ${role}`

export function keptTour(role: string): KeptTour | null {
  const [, step, state] = /^(\d+) (on|left)$/.exec(read(tourKey(role)) ?? '') ?? []
  return step === undefined ? null : { step: Number(step), running: state === 'on' }
}

/** Stores the state of the tour; null removes it when the tour has ended. */
export function keepTour(role: string, tour: KeptTour | null): void {
  if (tour === null) remove(tourKey(role))
  else write(tourKey(role), `${tour.step} ${tour.running ? 'on' : 'left'}`)
}
