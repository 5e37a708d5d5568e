import { parentPort, workerData } from 'node:worker_threads'
import { type DaysAsk, type DaysEnd, tellDays } from './tell-days.ts'

/** Messages of the thread: rows to be copied, and at the end the outcome. */
export type Told = { rows: { table: string; columns: readonly string[]; text: Uint8Array } } | DaysEnd

/** Batches that may wait for the database; more would use memory without a gain. */
const mostWaiting = 8

/** Simulates days in a thread while the database writes the batches; each answer asks for another batch. */
const port = parentPort
if (!port) throw new Error('This file runs as a thread')
let waiting = 0
let goOn = () => {}
port.on('message', () => {
  waiting--
  goOn()
})
const end = await tellDays(workerData as DaysAsk, async ({ text, ...rows }) => {
  while (waiting >= mostWaiting) await new Promise<void>((resolve) => (goOn = resolve))
  waiting++
  port.postMessage({ rows: { ...rows, text } } satisfies Told)
})
port.postMessage(end satisfies Told)
port.close()
