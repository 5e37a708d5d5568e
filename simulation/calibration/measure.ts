import { callingOrder, type WaitingClass } from '../calling-rule.ts'
import { type Coverage, correctedRange, learnCoverage, noCoverage, type Told } from '../coverage.ts'
import { forecastWaits, type WaitForecast } from '../forecast.ts'
import type { Plan } from '../laboratory/plan.ts'
import { learnService, noServiceTimes, type ServiceTimes, serviceLaws } from '../service-times.ts'
import {
  headOfLine,
  positionTimesService,
  queueLength,
  queueLengthWithPriority,
} from '../simple-forecasts.ts'
import type { InLine, Situation } from '../situation.ts'
import { type Floor, followDay } from './follow-day.ts'
import type { Scenario } from './scenarios.ts'

/** One wait, with what each method said of it on arrival. */
export type Case = {
  day: number
  arrivedAt: number
  class: WaitingClass
  wait: number
  said: Record<Method, number>
  raw: Told['predicted']
  corrected: Told['predicted']
}

export const methods = ['position × service', 'LES', 'HOL', 'QL', 'QL with STAT', 'forecast'] as const
export type Method = (typeof methods)[number]

/** Every wait of the scenario's days, in the order of the calls. The correction starts anew with each day's seed. */
export function measure(scenario: Scenario, runs = 100): Case[] {
  const known = learned(scenario.past)
  const law = serviceLaws(known, { kind: 'constant', value: 0 })
  const mean = meanOfAll(known)
  return scenario.seeds.flatMap((seed) => {
    const cases: Case[] = []
    const told = new Map<string, Omit<Case, 'wait'> & { told: Told }>()
    let coverage: Coverage = noCoverage
    let comers = 0
    followDay(scenario.plan, seed, {
      arrived(who, floor) {
        if (!hasToWait(floor) || comers++ % scenario.every !== 0) return
        const order = callingOrder(floor.waiting, floor.now, scenario.plan.rule)
        const ahead = order.findIndex(({ id }) => id === who.id)
        const forecast = forecastOf(scenario.plan, law, who, floor, { runs, seed: comers })
        if (!forecast || forecast.mean === null) return
        const about: Told = { class: who.class, ahead, predicted: forecast }
        told.set(who.id, {
          day: seed,
          arrivedAt: floor.now,
          class: who.class,
          said: { ...formulas(scenario, who, floor, ahead, mean), forecast: forecast.mean },
          raw: forecast,
          corrected: correctedRange(coverage, about),
          told: about,
        })
      },
      called(id, wait) {
        const one = told.get(id)
        if (!one) return
        told.delete(id)
        cases.push({ ...one, wait })
        coverage = learnCoverage(coverage, one.told, wait)
      },
    })
    return cases
  })
}

function learned({ plan, seeds }: Scenario['past']): ServiceTimes {
  let known = noServiceTimes
  for (const seed of seeds) {
    followDay(plan, seed, { served: (service) => (known = learnService(known, service)) })
  }
  return known
}

function meanOfAll({ types }: ServiceTimes): number {
  const all = Object.values(types)
  return (
    all.reduce((sum, { count, mean }) => sum + count * mean, 0) /
    all.reduce((sum, { count }) => sum + count, 0)
  )
}

const callsNow = ({ now, desks }: Floor) =>
  desks.filter(({ open }) => open.some(({ from, until }) => from <= now && now < until))
const hasToWait = (floor: Floor) => callsNow(floor).every(({ serving }) => serving !== null)

function forecastOf(
  plan: Plan,
  serviceTime: Situation['serviceTime'],
  who: InLine,
  floor: Floor,
  options: { runs: number; seed: number },
): WaitForecast | undefined {
  const [site] = plan.sites
  return forecastWaits(
    {
      ...floor,
      rule: plan.rule,
      noShow: plan.noShow,
      punctuality: plan.punctuality,
      stat: site?.stat ?? [],
      walkIns: [],
      mix: plan.visitTypes.map(({ id, share }) => ({ type: id, line: who.line, share })),
      serviceTime,
    },
    { ...options, only: [who.id] },
  ).get(who.id)
}

function formulas(scenario: Scenario, who: InLine, floor: Floor, ahead: number, mean: number) {
  const desks = Math.max(1, callsNow(floor).length)
  const others = floor.waiting.filter(({ id }) => id !== who.id)
  return {
    'position × service': positionTimesService(ahead, mean),
    LES: floor.lastWait ?? 0,
    HOL: headOfLine(others, floor.now) ?? 0,
    QL: queueLength(ahead, desks, mean),
    'QL with STAT': queueLengthWithPriority(ahead, desks, mean, who.class === 'stat' ? 0 : scenario.statLoad),
  }
}
