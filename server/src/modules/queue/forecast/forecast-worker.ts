import { Worker } from 'node:worker_threads'
import type { WaitForecast } from '#simulation/forecast.ts'
import type { Answer, Order } from './forecast-thread.ts'

export type ForecastWorker = {
  /** Rejects when the thread has failed; the next question starts another. */
  ask(order: Omit<Order, 'number'>): Promise<Map<string, WaitForecast>>
  close(): Promise<void>
}

type Asked = { resolve(waits: Map<string, WaitForecast>): void; reject(error: Error): void }

/** One thread for all sites of this process, started by the first question. */
export function createForecastWorker(): ForecastWorker {
  const asked = new Map<number, Asked>()
  let worker: Worker | null = null
  let last = 0

  function failAll(error: Error): void {
    worker = null
    for (const { reject } of asked.values()) reject(error)
    asked.clear()
  }

  function start(): Worker {
    const fresh = new Worker(new URL('./forecast-thread.ts', import.meta.url))
    // It never keeps a process alive that has nothing else to do.
    fresh.unref()
    fresh.on('message', ({ number, waits }: Answer) => {
      asked.get(number)?.resolve(new Map(waits))
      asked.delete(number)
    })
    fresh.on('error', failAll)
    fresh.on('exit', () => failAll(new Error('The thread that forecasts waits has ended')))
    return fresh
  }

  return {
    ask(order) {
      worker ??= start()
      const number = ++last
      const answer = new Promise<Map<string, WaitForecast>>((resolve, reject) => {
        asked.set(number, { resolve, reject })
      })
      worker.postMessage({ ...order, number } satisfies Order)
      return answer
    },
    async close() {
      await worker?.terminate()
    },
  }
}
