import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { ChoosingClient } from '../choosing-client.ts'
import { type Connection, clientConfig } from '../database.ts'
import { entry } from '../entry.ts'
import type { Log } from '../log.ts'

/**
 * Receives notifications of commits (`pg_notify('live', topic)`), over one connection for the whole process. A topic says
 * that something has changed, and readers then read the database: so no private data is sent, lost or repeated notifications
 * are harmless, and access is checked by the reading statement.
 */
export type Live = {
  /** Calls `changed` after each change of the topic, and after each gap in which one may have been missed. */
  hear(topic: string, changed: () => void): () => void
  /** Resolves once the process listens; also when the database is away, since all are told when it is back. */
  ready(): Promise<void>
  /** Whether all changes up to two seconds ago have been heard. A cache may be used only while this is true. */
  isCurrent(): boolean
  /**
   * Resolves once every change that was committed before the call has been told, or if the connection is lost or does not answer
   * for two seconds: `isCurrent` is then false.
   */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

const channel = 'live'
const firstPauseMs = 100
const longestPauseMs = 1_000
/** A connection that died without an error (a firewall, a pulled plug) is detected by a query without an answer. */
const askEveryMs = 1_000
const answerWithinMs = 5_000
/** Without an answer for so long, a change may have been missed. */
const currentMs = 2_000

/** Connects at the first call of `ready`: processes without signed-in calls and streams need no connection. */
export function openLive(connection: Connection, log: Log): Live {
  const config = clientConfig(connection)
  const ears = new Map<string, Set<() => void>>()
  let client: pg.Client | null = null
  let connecting: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined
  let pauseMs = firstPauseMs
  let closed = false
  /** When the last query that was answered was sent: all that was committed before has been heard. Of `performance.now`. */
  let heardUntil = Number.NEGATIVE_INFINITY
  const isCurrent = () => client !== null && performance.now() - heardUntil < currentMs

  const tell = (topic: string) => {
    for (const changed of [...(ears.get(topic) ?? [])]) changed()
  }

  async function connect(): Promise<void> {
    const fresh = new ChoosingClient({
      ...config,
      application_name: 'phial live',
      connectionTimeoutMillis: 5_000,
      query_timeout: answerWithinMs,
      keepAlive: true,
    })
    fresh.on('notification', ({ payload }) => payload !== undefined && tell(payload))
    fresh.on('error', () => lost(fresh))
    fresh.on('end', () => lost(fresh))
    let at = performance.now()
    try {
      await fresh.connect()
      at = performance.now()
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      if (pauseMs === firstPauseMs) log.warn({ err: error }, 'live changes cannot be heard; trying again')
      void fresh.end().catch(() => undefined)
      reconnectLater()
      return
    }
    if (closed) return void fresh.end().catch(() => undefined)
    client = fresh
    pauseMs = firstPauseMs
    // Notifications before `listen` are lost: all topics count as changed.
    for (const topic of ears.keys()) tell(topic)
    heardUntil = at
  }

  /** PostgreSQL sends pending notifications to a connection before it answers a query on it. */
  async function ask(): Promise<void> {
    const asked = client
    const at = performance.now()
    try {
      await asked?.query('select 1')
      if (client === asked) heardUntil = at
    } catch {
      if (asked) lost(asked)
    }
  }

  function lost(which: pg.Client): void {
    if (client !== which) return
    client = null
    void which.end().catch(() => undefined)
    if (!closed) log.warn('the connection that hears live changes was lost; connecting again')
    reconnectLater()
  }

  function reconnectLater(): void {
    if (closed) return
    retry = setTimeout(() => {
      connecting = connect()
    }, pauseMs)
    retry.unref()
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }

  /** One query at a time: callers meanwhile wait for the next query, since this one may have been answered already. */
  let asking: Promise<void> | null = null
  let askingNext: Promise<void> | null = null
  function caughtUp(): Promise<void> {
    if (client === null) return Promise.resolve()
    if (!asking) {
      asking = ask().finally(() => {
        asking = null
      })
      return asking
    }
    askingNext ??= asking.then(() => {
      askingNext = null
      return caughtUp()
    })
    return askingNext
  }

  const pulse = setInterval(() => {
    if (!asking) void caughtUp()
  }, askEveryMs)
  pulse.unref()

  return {
    hear(topic, changed) {
      const known = entry(ears, topic, () => new Set()).add(changed)
      return () => {
        known.delete(changed)
        if (known.size === 0 && ears.get(topic) === known) ears.delete(topic)
      }
    },
    async ready() {
      connecting ??= connect()
      await connecting
    },
    isCurrent,
    caughtUp: () => Promise.race([caughtUp(), pause(currentMs, undefined, { ref: false })]),
    async close() {
      closed = true
      clearInterval(pulse)
      clearTimeout(retry)
      const open = client
      client = null
      await open?.end().catch(() => undefined)
    },
  }
}
