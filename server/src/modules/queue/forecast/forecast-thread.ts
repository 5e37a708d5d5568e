import { answerQuestions } from '#server/platform/answer-questions.ts'
import type { Distribution } from '#simulation/distributions.ts'
import { forecastWaits, type Newcomer } from '#simulation/forecast.ts'
import { type ServiceTimes, serviceLaws } from '#simulation/service-times.ts'
import type { PlainSituation } from './situation-of.ts'

export type Order = {
  situation: PlainSituation
  services: ServiceTimes
  newcomers: readonly Newcomer[]
  seed: number
}

/** Used only if nothing is known; its result is not shown. */
const anyService: Distribution = { kind: 'lognormal', mean: 6, cv: 0.5 }

/** Simulating the rest of a busy day takes tens of milliseconds, too long for the main thread. */
answerQuestions(({ situation, services, newcomers, seed }: Order) =>
  forecastWaits({ ...situation, serviceTime: serviceLaws(services, anyService) }, { newcomers, seed }),
)
