import { availability } from '#contract/booking.ts'
import { readConfig } from '#server/config.ts'
import { tell } from '#server/handlers.ts'
import { readAvailability } from '#server/modules/booking/availability/read-availability.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { type Connection, openDatabase, openPool } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { spreadOf } from './figures.ts'
import type { LoadResult } from './load.ts'

/** The availability verb without HTTP: what the database and the arithmetic cost. A process of its own. */
export type VerbOrder = { connection: Connection; clients: number; seconds: number; queries: string[] }

process.on('message', (order: VerbOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function run({ connection, clients, seconds, queries }: VerbOrder): Promise<LoadResult> {
  const log = createLog('error')
  const pool = openPool(connection, log)
  const base = { db: openDatabase(pool), clock: systemClock, config: readConfig({}), log }
  const context: Context = { ...base, network: '127.0.0.1', actor: null, wakeOutbox: () => {}, tell }
  const asks = queries.map((query) =>
    availability.query.parse(Object.fromEntries(new URLSearchParams(query))),
  )
  const times: number[] = []
  let asked = 0
  const ask = async (deadline: number) => {
    do {
      const query = asks[asked++ % asks.length]
      if (!query) throw new Error('There is nothing to ask')
      const at = performance.now()
      await readAvailability(context, query)
      times.push(performance.now() - at)
    } while (performance.now() < deadline)
  }
  await Promise.all(Array.from({ length: clients }, () => ask(0)))
  times.length = 0
  const start = performance.now()
  await Promise.all(Array.from({ length: clients }, () => ask(start + seconds * 1000)))
  const took = (performance.now() - start) / 1000
  await pool.end()
  return {
    perSecond: times.length / took,
    succeeded: times.length,
    times: spreadOf(times),
    statuses: {},
  }
}
