import { createThread, type Thread } from '#server/platform/thread.ts'
import type { WaitForecast } from '#simulation/forecast.ts'
import type { Order } from './forecast-thread.ts'

export type ForecastWorker = Thread<Order, Map<string, WaitForecast>>

/** One thread for all sites of this process. */
export const createForecastWorker = (): ForecastWorker =>
  createThread(new URL('./forecast-thread.ts', import.meta.url))
