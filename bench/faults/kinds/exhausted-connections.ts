import pg from 'pg'
import { anywhere, type Fault } from './fault.ts'

const mostMs = 5_000

export const exhaustedConnections: Fault = {
  name: 'connections exhausted',
  does: 'all connections of the database taken by others, and those of the servers ended',
  why: anywhere,
  async strike({ url, ask }, hold) {
    const taken: pg.Client[] = []
    const take = async () => {
      const client = new pg.Client({ connectionString: url(), connectionTimeoutMillis: 5_000 })
      client.on('error', () => {})
      const isOpen = await client.connect().then(
        () => true,
        () => false,
      )
      if (isOpen) taken.push(client)
      return isOpen
    }
    const takeAll = async () => {
      // The servers try to get them too, so that it may take a moment.
      for (const start = performance.now(); performance.now() - start < mostMs && (await take()); );
    }
    try {
      await ask("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'phial%'")
      await takeAll()
      const [first] = taken
      await first?.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'phial%'",
      )
      await takeAll()
      await hold()
    } finally {
      await Promise.all(taken.map((client) => client.end()))
    }
  },
}
