import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Spread } from './figures.ts'

export type Traffic =
  /** The requests are sent in this order, again and again. */
  | { kind: 'get'; requests: { path: string; token?: string }[] }
  | { kind: 'book'; body: object; sites: string[]; patients: { from: number; count: number } }
  /** In each body, `$KEY` is replaced by a new key, and `$SLOT` by the id of the slot at a random start. */
  | { kind: 'post'; path: string; tokens: string[]; sites: string[]; bodies: string[] }
  | { kind: 'log in'; patients: number; password: string }

/** `clients` at once for `seconds`. */
export type Load = { host: string; port: number; clients: number; seconds: number; traffic: Traffic }

export type LoadResult = {
  /** Successful answers a second, their number and times. */
  perSecond: number
  succeeded: number
  times: Spread
  /** All answers by status. */
  statuses: Record<string, number>
  /** One answer that was no success. */
  example?: string
}

/** A process that carries out one order at a time. */
export type Worker<Order, Result> = {
  readonly pid: number
  run(order: Order): Promise<Result>
  close(): void
}

const workers = new Set<ChildProcess>()

/** Starts a file of this folder as a process that answers each message with one. */
export function startWorker<Order extends object, Result>(file: string): Worker<Order, Result> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' })
  workers.add(child)
  child.once('exit', () => workers.delete(child))
  return {
    pid: child.pid ?? 0,
    run(order) {
      return new Promise((resolve, reject) => {
        const ended = (code: number | null) => reject(new Error(`${file} ended with ${code}`))
        child.once('exit', ended)
        child.once('message', (result) => {
          child.off('exit', ended)
          resolve(result as Result)
        })
        child.send(order)
      })
    },
    close: () => child.kill(),
  }
}

export function closeWorkers(): void {
  for (const child of workers) child.kill()
}

export const startGenerator = () => startWorker<Load, LoadResult>('generator.ts')
