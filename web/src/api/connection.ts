import { useSyncExternalStore } from 'react'

/**
 * Whether the server can be reached. It is derived from the calls; the live stream of an area calls the server repeatedly.
 */

let lost = false
/** The state that screens show. It follows `lost` with a delay, so that one failed call does not show a lost connection. */
let shown = false
let timer: ReturnType<typeof setTimeout> | undefined
const shownAfterMs = 1_500
const listeners = new Set<() => void>()

function show(next: boolean): void {
  if (next === shown) return
  shown = next
  for (const listener of listeners) listener()
}

/** Records that the server answered a call. */
export function connected(): void {
  lost = false
  clearTimeout(timer)
  show(false)
}

/** Records that a call had no answer. */
export function disconnected(): void {
  if (lost) return
  lost = true
  timer = setTimeout(show, shownAfterMs, true)
}

export const isLost = (): boolean => lost

export const useIsLost = (): boolean => useSyncExternalStore(subscribe, () => shown)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('offline', disconnected)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('offline', disconnected)
  }
}
