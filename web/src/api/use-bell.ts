import { useEffect, useRef } from 'react'
import { notices } from '#contract/notifications.ts'
import { bellStream } from '#contract/push.ts'
import { follow } from './follow.ts'
import { queryFor } from './queries.ts'

/** The latest notices. The bell reads them and keeps them up to date. */
export const latestNotices = queryFor(notices, { query: { limit: 20 } })

/** How long the first call waits for the line, in milliseconds. The line calls back when it opens: without the wait, notices would be read twice. */
const lineOpensMs = 1_000

/**
 * Calls back when the person's notices have changed, in every tab; also once at the start and after each lost
 * connection. One tab holds the line and tells the others: a browser has few connections for one address, and a bell in
 * each of six tabs would take them all. Where tabs cannot agree on one (a page without https), each that is in view has its own.
 */
export function useBell(onRing: () => void): void {
  const latest = useRef(onRing)
  useEffect(() => {
    latest.current = onRing
  })
  useEffect(() => {
    // The line may be slow, or another tab may hold it.
    const waiting = setTimeout(() => latest.current(), lineOpensMs)
    const ring = () => {
      clearTimeout(waiting)
      latest.current()
    }
    const others = new BroadcastChannel('bell')
    others.addEventListener('message', ring)
    const hold = () =>
      follow(bellStream, undefined, {
        onEvent({ event }) {
          if (event !== 'changed') return
          others.postMessage('changed')
          ring()
        },
        // It is looked for news now and then as well: a lost line is no trouble of a screen's.
        onLink() {},
        onRefused() {},
      })
    const stop = 'locks' in navigator ? oneOfAll(hold) : whileInView(hold)
    return () => {
      clearTimeout(waiting)
      stop()
      others.close()
    }
  }, [])
}

/** Holds while no other tab does; the next takes over when this one ends. */
function oneOfAll(hold: () => () => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const held = () =>
    new Promise<void>((resolve) => {
      const stop = hold()
      signal.addEventListener('abort', () => {
        stop()
        resolve()
      })
    })
  navigator.locks.request('bell', { signal }, held).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return () => stopping.abort()
}

function whileInView(hold: () => () => void): () => void {
  let stop: (() => void) | null = null
  const look = () => {
    if (document.visibilityState === 'visible') stop ??= hold()
    else {
      stop?.()
      stop = null
    }
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    stop?.()
  }
}
