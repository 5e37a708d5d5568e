import type { Wait } from '#contract/queue-views.ts'
import { entry } from '#server/platform/entry.ts'

/**
 * The latest forecasts of waits by site and ticket, in memory. Every process computes them in the background, from `readQueueState`.
 */
export type Waits = ReadonlyMap<string, Wait>

const known = new Map<string, Waits>()
const listeners = new Map<string, Set<() => void>>()

/** Replaces the forecasts of a site, by ticket id. Readers of the queue get them at once. */
export function setWaits(siteId: string, waits: Waits): void {
  known.set(siteId, waits)
  for (const changed of listeners.get(siteId) ?? []) changed()
}

export const waitsOf = (siteId: string): Waits => known.get(siteId) ?? none

const none: Waits = new Map()

export function onWaits(siteId: string, changed: () => void): void {
  entry(listeners, siteId, () => new Set<() => void>()).add(changed)
}
