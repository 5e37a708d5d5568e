import type { Log } from '../log.ts'
import type { Live } from './listener.ts'

/** The state of one topic for many readers in this process: it is read once after each change, and changes are debounced. */
export type Feed<T> = {
  /**
   * Calls `onState` with the present state before it resolves, then with each later state, until the returned function is
   * called. Rejects if the first state cannot be read.
   */
  attach(onState: (state: T) => void): Promise<() => void>
  /** Reads again, as after a change. */
  refresh(): void
}

type FeedOptions<T> = {
  live: Live
  topic: string
  /** `before` is the previous state; null for the first. */
  read: (before: T | null) => Promise<T>
  log: Log
  /** The debounce of changes, in milliseconds. */
  pauseMs: number
  /** The interval in milliseconds at which the state is read without a change, since some of it depends on the time. */
  everyMs: number
}

const tryAgainMs = 1_000

export function createFeed<T>({ live, topic, read, log, pauseMs, everyMs }: FeedOptions<T>): Feed<T> {
  const readers = new Set<(state: T) => void>()
  let state: T | null = null
  let opening: Promise<void> | null = null
  /** Readers that are being attached: the feed is not closed meanwhile. */
  let joining = 0
  let reading = false
  /** Whether a change came after the last reading began. */
  let stale = false
  let pause: NodeJS.Timeout | undefined
  let tick: NodeJS.Timeout | undefined
  let stopHearing: (() => void) | null = null
  /** Incremented when the feed closes, so that the result of an earlier reading is discarded. */
  let era = 0

  function changed(waitMs: number): void {
    stale = true
    if (readers.size === 0 || reading || pause !== undefined) return
    pause = setTimeout(() => {
      pause = undefined
      void readAgain()
    }, waitMs)
  }

  async function readAgain(): Promise<void> {
    const mine = era
    reading = true
    stale = false
    let failed = false
    try {
      const next = await read(state)
      if (mine !== era) return
      state = next
      for (const onState of [...readers]) onState(next)
    } catch (error) {
      failed = true
      log.warn({ err: error, topic }, 'live state could not be read; trying again')
    } finally {
      if (mine === era) {
        reading = false
        if (failed) changed(tryAgainMs)
        else if (stale) changed(pauseMs)
      }
    }
  }

  async function open(): Promise<void> {
    stopHearing ??= live.hear(topic, () => changed(pauseMs))
    // Listens before it reads: a change in between is read again.
    await live.ready()
    stale = false
    state = await read(null)
    clearInterval(tick)
    tick = setInterval(() => changed(0), everyMs)
    tick.unref()
  }

  function shutIfUnread(): void {
    if (readers.size > 0 || joining > 0) return
    era++
    stopHearing?.()
    stopHearing = null
    clearInterval(tick)
    clearTimeout(pause)
    pause = undefined
    reading = false
    state = null
  }

  return {
    refresh: () => changed(pauseMs),
    async attach(onState) {
      joining++
      try {
        if (state === null) {
          opening ??= open().finally(() => {
            opening = null
          })
          await opening
        }
        if (state === null) throw new Error('A feed that has been opened has a state')
        onState(state)
        readers.add(onState)
        if (stale) changed(pauseMs)
        return () => {
          readers.delete(onState)
          shutIfUnread()
        }
      } finally {
        joining--
        shutIfUnread()
      }
    },
  }
}
