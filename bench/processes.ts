import { readFileSync } from 'node:fs'
import { processesIn } from '#server/platform/postgres/processes.ts'

/** What processes use, as the kernel counts it (Linux). */

/** Clock ticks a second, the same on every Linux that Node runs on. */
const ticks = 100

/** Processor time so far in seconds; `withEnded` counts its children that have ended too. */
function processorSeconds(pid: number, withEnded = false): number {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return 0
  }
  // The name in parentheses may hold anything; after it come state, ppid … and as 12th to 15th the times.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const times = fields.slice(11, withEnded ? 15 : 13).map(Number)
  return times.reduce((sum, time) => sum + time, 0) / ticks
}

/** Processor time so far of a whole database, sessions that have ended included. */
const databaseSeconds = (cluster: string): number =>
  processesIn(cluster).reduce((sum, pid) => sum + processorSeconds(pid, true), 0)

/** Processor seconds that server, database and load generator used while `work` ran. */
export async function whileCounting<T>(
  who: { server: number; cluster: string; generator: number },
  work: () => Promise<T>,
): Promise<{ result: T; server: number; database: number; generator: number }> {
  const now = () => ({
    server: processorSeconds(who.server),
    database: databaseSeconds(who.cluster),
    generator: processorSeconds(who.generator),
  })
  const before = now()
  const result = await work()
  const after = now()
  return {
    result,
    server: after.server - before.server,
    database: after.database - before.database,
    generator: after.generator - before.generator,
  }
}
