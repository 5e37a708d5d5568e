import { useSyncExternalStore } from 'react'

/**
 * Whether the server can be reached: known from the calls, of which the live stream of an area makes one again and again.
 */

let lost = false
/** As it is shown: a single call that failed is no lost connection. */
let shown = false
let timer: ReturnType<typeof setTimeout> | undefined
const shownAfterMs = 1_500
const listeners = new Set<() => void>()

function show(next: boolean): void {
  if (next === shown) return
  shown = next
  for (const listener of listeners) listener()
}

/** The server answered a call. */
export function connected(): void {
  lost = false
  clearTimeout(timer)
  show(false)
}

/** A call had no answer. */
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
