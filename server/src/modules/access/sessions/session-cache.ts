import type { Actor } from '#server/platform/context.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Live } from '#server/platform/live/listener.ts'

export type Session = { actor: Actor; lastSeenAt: Date; idleSeconds: number; expiresAt: Date }

/** More people than are signed in at one process at a time. A session takes about a kilobyte. */
const mostSessions = 10_000

/**
 * Sessions in memory, so that a signed-in call does not begin with a statement. Triggers notify of everything that ends a session
 * or changes what its person may do, except for expiry; each notification clears the cache. While this process may miss
 * notifications, `get` returns nothing.
 */
export type SessionCache = {
  get(sessionHash: Buffer): Session | undefined
  /** Call it before reading a session from the database. Returns a function that stores the session, unless a change was heard meanwhile. */
  reading(sessionHash: Buffer): (session: Session) => void
}

export function createSessionCache(live: Live): SessionCache {
  let sessions = new Map<string, Session>()
  live.hear('session', () => {
    sessions = new Map()
  })
  return {
    get: (sessionHash) => (live.isCurrent() ? sessions.get(keyOf(sessionHash)) : undefined),
    reading(sessionHash) {
      void live.ready()
      const mine = sessions
      const heard = live.isCurrent()
      return (session) => {
        if (!heard || mine !== sessions) return
        if (sessions.size >= mostSessions) sessions = new Map()
        sessions.set(keyOf(sessionHash), session)
      }
    },
  }
}

/**
 * Answers calls that change something once this process has heard of the change, so that nobody is let in after their log-out. If
 * it cannot hear, it does not wait long: sessions are then read from the database.
 */
export const answerWhenHeard =
  (serve: Serve, live: Live): Serve =>
  (endpoint, handler) =>
    serve(endpoint, async (context, call) => {
      const answer = await handler(context, call)
      if (endpoint.method !== 'GET') await live.caughtUp()
      return answer
    })

const keyOf = (sessionHash: Buffer): string => sessionHash.toString('latin1')
