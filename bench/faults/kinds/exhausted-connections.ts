import type pg from 'pg'
import { endSessions, type Fault } from './fault.ts'

const mostMs = 5_000

export const exhaustedConnections: Fault = {
  name: 'connections exhausted',
  does: 'all connections of the database taken by others, and those of the servers ended',
  async strike({ connect, ask }, hold) {
    const taken: pg.Client[] = []
    /** The servers reconnect meanwhile, so that it takes a moment until no connection is free. */
    const takeAll = async () => {
      for (const start = performance.now(); performance.now() - start < mostMs; ) {
        const client = await connect().catch(() => null)
        if (!client) return
        taken.push(client)
      }
    }
    try {
      await ask(endSessions)
      await takeAll()
      // `ask` would get no connection now.
      await taken[0]?.query(endSessions)
      await takeAll()
      await hold()
    } finally {
      await Promise.all(taken.map((client) => client.end()))
    }
  },
}
