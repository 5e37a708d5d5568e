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

/** Only asked when nothing at all is known, and then nothing is shown of it. */
const anyService: Distribution = { kind: 'lognormal', mean: 6, cv: 0.5 }

/** Playing the rest of a busy day takes tens of milliseconds: too long for the thread that answers requests. */
answerQuestions(({ situation, services, newcomers, seed }: Order) =>
  forecastWaits({ ...situation, serviceTime: serviceLaws(services, anyService) }, { newcomers, seed }),
)
