import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Hold } from '#contract/booking.ts'
import { sessionToken } from '../../api/session.ts'
import { nowMs } from '../../lib/clock.ts'

/** A chair that is kept for this visitor. `until` is on this browser's clock, which may differ from the server's. */
export type HeldSlot = Pick<Hold, 'token' | 'start' | 'end'> & {
  until: number
  /** Held without logging in: in the last minute, somebody who is logged in may take the time. */
  yields: boolean
}

/**
 * The hold goes with the tab through signing in and a reload. It tells a time and nothing of anybody's health, so it
 * may be in session storage; a browser that refuses that still has it in memory.
 */
const storageKey = 'heldSlot'
let held: HeldSlot | null = stored()
const listeners = new Set<() => void>()

function stored(): HeldSlot | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    return isHeldSlot(value) ? value : null
  } catch {
    return null
  }
}

function isHeldSlot(value: unknown): value is HeldSlot {
  if (typeof value !== 'object' || value === null) return false
  const { token, start, end, until, yields } = value as Record<string, unknown>
  const texts = [token, start, end].every((part) => typeof part === 'string')
  return texts && typeof until === 'number' && typeof yields === 'boolean'
}

function remember(slot: HeldSlot | null): void {
  held = slot
  try {
    if (slot) sessionStorage.setItem(storageKey, JSON.stringify(slot))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Kept in memory.
  }
  for (const listener of listeners) listener()
}

/** Keeps a hold for the minutes that the laboratory gives, counted from now. */
export function keepHold({ token, start, end }: Hold, holdMinutes: number): void {
  const yields = sessionToken() === null
  remember({ token, start, end, until: nowMs() + holdMinutes * 60_000, yields })
}

export function forgetHold(): void {
  remember(null)
}

/** The hold of this tab, run out or not; null without one. */
export function useHeldSlot(): { held: HeldSlot | null; active: boolean } {
  const slot = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => held,
  )
  const [time, setTime] = useState(nowMs)
  const until = slot?.until ?? 0
  useEffect(() => {
    setTime(nowMs())
    const timer = setTimeout(() => setTime(nowMs()), Math.max(0, until - nowMs()))
    return () => clearTimeout(timer)
  }, [until])
  return { held: slot, active: slot !== null && time < until }
}
