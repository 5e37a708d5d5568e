import type { Actor } from '#server/platform/context.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Live } from '#server/platform/live/listener.ts'

export type Session = { actor: Actor; lastSeenAt: Date; idleSeconds: number; expiresAt: Date }

/** More people than are signed in at one process at a time. A session takes about a kilobyte. */
const mostSessions = 10_000

/**
 * Sessions in memory, so that a signed-in call does not begin with a question to the database. Whatever ends a session or
 * changes what its person may do is told by a trigger, and clears all of them; while this process cannot be sure to hear
 * it, nothing is answered from here.
 */
export type SessionCache = {
  get(sessionHash: Buffer): Session | undefined
  /** To be called before a session is read: the function that keeps it, unless something has changed meanwhile. */
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

/** Calls that change something are answered once this process has heard of it: nobody is let in after their log-out. */
export const answerWhenHeard =
  (serve: Serve, live: Live): Serve =>
  (endpoint, handler) =>
    serve(endpoint, async (context, call) => {
      const answer = await handler(context, call)
      if (endpoint.method !== 'GET') await live.caughtUp()
      return answer
    })

const keyOf = (sessionHash: Buffer): string => sessionHash.toString('latin1')
