import type { CallingRule, Waiting } from './calling-rule.ts'
import type { Distribution, Rate } from './distributions.ts'
import { prepareRuns } from './forecast-run.ts'
import { quantileOfNext } from './spread.ts'

/**
 * How long people will wait, found by playing the rest of the day many times from how it stands: who waits, who is being
 * served and for how long already, who serves now and later, who is booked and may pass. No formula knows all that.
 * Times are minutes on the clock of `now`.
 */
export type Situation = {
  now: number
  rule: CallingRule
  waiting: readonly InLine[]
  desks: readonly Desk[]
  /** Booked for the rest of the day and not here yet; those long due too. */
  expected: readonly Expected[]
  /** Chance that someone booked does not come at all. */
  noShow: number
  /** Arrival less booked time. */
  punctuality: Distribution
  /** Urgent ones, who pass everyone, and the others, who pass nobody but delay a visit that is yet to come. */
  stat: readonly Rate[]
  walkIns: readonly Rate[]
  /** What those who are not booked come for. */
  mix: readonly { type: string; line: string; share: number }[]
  /** From the call until the desk is free again, walk to the desk included. */
  serviceTime: (type: string, staff: string | null) => Distribution
}

/** `type` decides how long service takes, `line` which desks serve it. */
export type InLine = Waiting & { type: string; line: string }
export type Expected = { id: string; appointmentAt: number; type: string; line: string }

export type Desk = {
  staff: string | null
  /** The lines it calls from: the first of all their people by the calling rule. */
  lines: readonly string[]
  /** When it calls, from now on: shifts less pauses. */
  open: readonly { from: number; until: number }[]
  /** Who sits there since when; null when it is free. */
  serving: { type: string; since: number } | null
}

/** Somebody who might come: "if you came at 10:30". They take nobody's time, so any number can be asked at once. */
export type Newcomer = InLine

export type WaitForecast = {
  /** Minutes from now (of a newcomer: from arrival) that 10, 50, 90 % stay under; null when that many are not called today. */
  low: number | null
  median: number | null
  high: number | null
  /** Mean of the runs in which they are called; null when there are none. */
  mean: number | null
}

export type ForecastOptions = {
  runs?: number
  seed?: number
  newcomers?: readonly Newcomer[]
  /** Only these of the waiting are asked for, which ends each run sooner. */
  only?: readonly string[]
}

/** 200: their 10th and 90th percentiles are 2 % of rank off at one standard error, below what the correction repairs. */
export const usualRuns = 200

/** The waits of those who wait and of the newcomers, by id. The same situation and seed give the same answer. */
export function forecastWaits(
  situation: Situation,
  { runs = usualRuns, seed = 1, newcomers = [], only }: ForecastOptions = {},
): Map<string, WaitForecast> {
  const asked = only ? new Set(only) : null
  const ids = situation.waiting.flatMap(({ id }) => (asked && !asked.has(id) ? [] : [id]))
  const places = new Map([...ids, ...newcomers.map(({ id }) => id)].map((id, place) => [id, place]))
  // One row for each person; infinity for a run in which they are not called.
  const waits = new Float64Array(places.size * runs).fill(Number.POSITIVE_INFINITY)
  const run = prepareRuns(situation, newcomers, places)
  for (let number = 0; number < runs; number++) run(seed, number, waits, runs)
  return new Map(
    [...places].map(([id, place]) => [id, described(waits.subarray(place * runs, (place + 1) * runs))]),
  )
}

function described(waits: Float64Array): WaitForecast {
  waits.sort()
  const called = waits.filter(Number.isFinite)
  const at = (p: number) => {
    const value = quantileOfNext(waits, p)
    return Number.isFinite(value) ? value : null
  }
  return {
    low: at(0.1),
    median: at(0.5),
    high: at(0.9),
    mean: called.length === 0 ? null : called.reduce((sum, one) => sum + one, 0) / called.length,
  }
}
