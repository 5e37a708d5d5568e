import type pg from 'pg'
import { readAtScrape, timesOf } from './measures.ts'

const waits = timesOf(
  'phial_pool_wait_seconds',
  'How long a request or job waited for a connection to the database',
  [],
  [0.001, 0.005, 0.025, 0.1, 0.5, 2.5],
)
const pools = new Set<pg.Pool>()
let longest = 0
const sum = (of: (pool: pg.Pool) => number) => [...pools].reduce((total, pool) => total + of(pool), 0)

readAtScrape('phial_pool_connections', 'Connections to the database by state', ['state'], (set) => {
  set(
    { state: 'idle' },
    sum((pool) => pool.idleCount),
  )
  set(
    { state: 'used' },
    sum((pool) => pool.totalCount - pool.idleCount),
  )
})
readAtScrape('phial_pool_connections_most', 'How many connections to the database may be open', [], (set) =>
  set(
    {},
    sum((pool) => pool.options.max),
  ),
)
readAtScrape(
  'phial_pool_waiting',
  'Requests and jobs that wait for a connection to the database',
  [],
  (set) =>
    set(
      {},
      sum((pool) => pool.waitingCount),
    ),
)

/** Counts and times a pool until it ends. */
export function measurePool(pool: pg.Pool): void {
  pools.add(pool)
  const [connect, end] = [pool.connect.bind(pool), pool.end.bind(pool)]
  const timed = async () => {
    const since = performance.now()
    try {
      return await connect()
    } finally {
      const waited = (performance.now() - since) / 1_000
      waits.observe(waited)
      longest = Math.max(longest, waited)
    }
  }
  // `pool.query` passes a callback.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : timed()) as typeof pool.connect
  pool.end = (async () => {
    pools.delete(pool)
    await end()
  }) as typeof pool.end
}

/** The longest wait for a connection since it was asked last, in seconds. */
export function takeLongestWait(): number {
  const taken = longest
  longest = 0
  return taken
}
