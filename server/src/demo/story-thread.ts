import { parentPort, workerData } from 'node:worker_threads'
import { type DaysAsk, type SiteEnd, tellDays } from './tell-days.ts'

/** What the thread says: rows to be copied, and at the end how the sites stand. */
export type Told =
  | { rows: { table: string; columns: readonly string[]; text: Uint8Array } }
  | { sites: SiteEnd[] }

/** Batches that may wait for the database; more would only fill memory. */
const mostWaiting = 8

/** Makes the days up on a processor of their own, while the database writes what is there; each answer asks for more. */
const port = parentPort
if (!port) throw new Error('This is a thread')
let waiting = 0
let goOn = () => {}
port.on('message', () => {
  waiting--
  goOn()
})
const sites = await tellDays(workerData as DaysAsk, async ({ text, ...rows }) => {
  while (waiting >= mostWaiting) await new Promise<void>((resolve) => (goOn = resolve))
  waiting++
  port.postMessage({ rows: { ...rows, text } } satisfies Told)
})
port.postMessage({ sites } satisfies Told)
port.close()
