import { parentPort } from 'node:worker_threads'
import type { Distribution } from '#simulation/distributions.ts'
import { forecastWaits, type Newcomer, type WaitForecast } from '#simulation/forecast.ts'
import { type ServiceTimes, serviceTime } from '#simulation/service-times.ts'
import type { PlainSituation } from './situation-of.ts'

/** What is asked of the thread, and what it answers: everything plain, so that it can cross. */
export type Order = {
  number: number
  situation: PlainSituation
  services: ServiceTimes
  newcomers: readonly Newcomer[]
  seed: number
}
export type Answer = { number: number; waits: [string, WaitForecast][] }

/** Only asked when nothing at all is known, and then nothing is shown of it. */
const anyService: Distribution = { kind: 'lognormal', mean: 6, cv: 0.5 }

/** Playing the rest of a busy day takes tens of milliseconds: too long for the thread that answers requests. */
parentPort?.on('message', ({ number, situation, services, newcomers, seed }: Order) => {
  const laws = new Map<string, Distribution>()
  const lawOf = (type: string, staff: string | null): Distribution => {
    const key = `${type} ${staff}`
    const law = laws.get(key) ?? serviceTime(services, type, staff) ?? anyService
    laws.set(key, law)
    return law
  }
  const waits = forecastWaits({ ...situation, serviceTime: lawOf }, { newcomers, seed })
  parentPort?.postMessage({ number, waits: [...waits] } satisfies Answer)
})
