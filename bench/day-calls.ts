import { type Spread, spreadOf } from './figures.ts'
import { type HttpClient, httpRequest, openHttpClient } from './http-client.ts'
import type { Laboratory } from './laboratory.ts'
import { whileCounting } from './processes.ts'

/** Calls of a day by their kinds, with what each kind costs server and database. */

type Kind = { times: number[]; server: number; database: number }
export type KindFigures = {
  call: string
  times: Spread
  /** Processor time of each in milliseconds, and its share of the processor time of all kinds, in percent. */
  server: number
  database: number
  serverShare: number
  databaseShare: number
}

type Call = { token: string; body?: object; headers?: Record<string, string> }
export type Ask = <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, call: Call) => Promise<Answer>

export async function openCalls({ server, cluster }: Laboratory, atOnce: number) {
  const port = Number(new URL(server.url).port)
  const clients = await Promise.all(Array.from({ length: atOnce }, () => openHttpClient('127.0.0.1', port)))
  const kinds = new Map<string, Kind>()

  function asker(client: HttpClient, times: number[]): Ask {
    return async (method, path, { token, body, headers }) => {
      const request = httpRequest(method, path, {
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answer = await client.ask(request)
      const said = answer.body.toString()
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${said.slice(0, 300)}`)
      times.push(answer.ms)
      return JSON.parse(said)
    }
  }

  /** Makes one kind of call once for each of `items`, several in parallel. Kinds do not overlap, so that their costs can be told apart. */
  async function each<Item>(
    call: string,
    items: Iterable<Item>,
    make: (ask: Ask, item: Item) => Promise<unknown>,
  ) {
    const kind = kinds.get(call) ?? { times: [], server: 0, database: 0 }
    kinds.set(call, kind)
    const left = items[Symbol.iterator]()
    const who = { server: server.pid, cluster, generator: process.pid }
    const used = await whileCounting(who, () =>
      Promise.all(
        clients.map(async (client) => {
          const ask = asker(client, kind.times)
          for (let next = left.next(); !next.done; next = left.next()) await make(ask, next.value)
        }),
      ),
    )
    kind.server += used.server
    kind.database += used.database
  }

  function figures(): KindFigures[] {
    const sum = (of: 'server' | 'database') =>
      [...kinds.values()].reduce((total, kind) => total + kind[of], 0)
    const all = { server: sum('server'), database: sum('database') }
    return [...kinds].map(([call, { times, server: inServer, database }]) => ({
      call,
      times: spreadOf(times),
      server: (inServer / times.length) * 1_000,
      database: (database / times.length) * 1_000,
      serverShare: (inServer / all.server) * 100,
      databaseShare: (database / all.database) * 100,
    }))
  }

  const close = () => {
    for (const client of clients) client.close()
  }
  return { each, figures, forget: () => kinds.clear(), close }
}
