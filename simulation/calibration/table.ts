import { type Case, type Method, measure, methods } from './measure.ts'
import { oneType, severalTypes, slowerService, urgentOnes, wholeDay } from './scenarios.ts'

/** One line of the table in `docs/simulation.md`. Minutes, and shares of one. */
export type CalibrationRow = {
  scenario: string
  method: Method
  waits: number
  meanWait: number
  /** Root of the mean squared error. */
  rmse: number
  /** Mean of said less waited. */
  bias: number
  /** Share of waits inside the 10-90 % range, and its mean width; of the forecast only. */
  inside: number | null
  width: number | null
  insideCorrected: number | null
  widthCorrected: number | null
}

const scenarios = [oneType, severalTypes, urgentOnes, slowerService, wholeDay]

/** Measures the first scenarios, or all, from fixed seeds: the same table on every machine, in about half a minute. */
export const calibration = (most = scenarios.length): CalibrationRow[] =>
  scenarios.slice(0, most).flatMap((scenario) => {
    const cases = measure(scenario)
    return scenario !== slowerService
      ? rowsOf(scenario.name, cases)
      : Object.entries(aroundSlowing(cases)).flatMap(([part, some]) =>
          rowsOf(`${scenario.name}: ${part}`, some),
        )
  })

/** The days with slower service in three: before, while the correction learns of it, and from the 200th visit on. */
export function aroundSlowing(cases: readonly Case[]) {
  const noon = Math.min(
    ...slowerService.plan.staff.flatMap(({ pace, shifts }) => (pace > 1 ? (shifts[0]?.from ?? 0) : [])),
  )
  const after = slowerService.seeds.map((seed) =>
    cases
      .filter(({ day, arrivedAt }) => day === seed && arrivedAt >= noon)
      .toSorted((a, b) => a.arrivedAt - b.arrivedAt),
  )
  return {
    before: cases.filter(({ arrivedAt }) => arrivedAt < noon),
    'first 200 after': after.flatMap((day) => day.slice(0, 200)),
    later: after.flatMap((day) => day.slice(200)),
  }
}

const rowsOf = (name: string, cases: readonly Case[]): CalibrationRow[] =>
  methods.map((method) => ({
    scenario: name,
    method,
    ...errorsOf(cases, method),
    ...rangesOf(cases, method),
  }))

export function errorsOf(cases: readonly Case[], method: Method) {
  const errors = cases.map(({ said, wait }) => said[method] - wait)
  return {
    waits: cases.length,
    meanWait: mean(cases.map(({ wait }) => wait)),
    rmse: Math.sqrt(mean(errors.map((error) => error * error))),
    bias: mean(errors),
  }
}

/** Share of waits that the range held. */
export const insideShare = (cases: readonly Case[], which: 'raw' | 'corrected'): number =>
  mean(cases.map((one) => (holds(one[which], one.wait) ? 1 : 0)))

const holds = ({ low, high }: Case['raw'], wait: number) =>
  low !== null && high !== null && low <= wait && wait <= high

function rangesOf(cases: readonly Case[], method: Method) {
  if (method !== 'forecast') return { inside: null, width: null, insideCorrected: null, widthCorrected: null }
  const width = (which: 'raw' | 'corrected') =>
    mean(cases.flatMap((one) => (one[which].high === null ? [] : [one[which].high - (one[which].low ?? 0)])))
  return {
    inside: insideShare(cases, 'raw'),
    width: width('raw'),
    insideCorrected: insideShare(cases, 'corrected'),
    widthCorrected: width('corrected'),
  }
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)
