import type { Wait } from '#contract/queue-views.ts'

/**
 * Where the forecast of waits is put down and picked up. It is reckoned off the way of a request, in every process for
 * itself, from `readQueueState`; who shows a ticket takes what is there.
 */
export type Waits = ReadonlyMap<string, Wait>

const known = new Map<string, Waits>()
const listeners = new Map<string, Set<() => void>>()

/** The waits of a site's tickets by ticket id, in place of those before. Readers of the queue are shown them at once. */
export function setWaits(siteId: string, waits: Waits): void {
  known.set(siteId, waits)
  for (const changed of listeners.get(siteId) ?? []) changed()
}

export const waitsOf = (siteId: string): Waits => known.get(siteId) ?? none

const none: Waits = new Map()

export function onWaits(siteId: string, changed: () => void): void {
  const those = listeners.get(siteId) ?? new Set()
  listeners.set(siteId, those.add(changed))
}
