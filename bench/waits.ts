import { crowd } from '#simulation/calibration/crowd.ts'
import { calibration } from '#simulation/calibration/table.ts'
import { forecastWaits } from '#simulation/forecast.ts'
import { simulateDay } from '#simulation/laboratory/simulate-day.ts'
import { usualPlan } from '#simulation/laboratory/usual-plan.ts'

/** Milliseconds on the clock and of the processor's time, medians; the first runs, in which the engine learns, left out. */
type Cost = { wall: number; processor: number }

/** How long the forecast of everyone in a waiting room takes, and a whole simulated day; and how true the forecasts are. */
export function measureWaits({ rounds, scenarios }: { rounds: number; scenarios: number }) {
  return {
    forecasts: [10, 50, 200, 500].map((people) => {
      const situation = crowd(people)
      return { people, ...costOf(rounds, (seed) => forecastWaits(situation, { seed })) }
    }),
    days: [200, 1000].map((visits) => {
      const plan = usualPlan({ visits })
      const events = simulateDay(plan, 1).events.length
      return { visits, events, ...costOf(rounds, (seed) => simulateDay(plan, seed)) }
    }),
    accuracy: calibration(scenarios),
  }
}

function costOf(rounds: number, run: (seed: number) => unknown): Cost {
  for (let seed = 0; seed < 5; seed++) run(seed)
  const costs = Array.from({ length: rounds }, (_, seed) => {
    const [before, started] = [process.cpuUsage(), performance.now()]
    run(seed)
    const wall = performance.now() - started
    return { wall, processor: process.cpuUsage(before).user / 1000 }
  })
  const median = (of: (cost: Cost) => number) =>
    costs.map(of).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
  return { wall: median(({ wall }) => wall), processor: median(({ processor }) => processor) }
}
