import { normalQuantile, normalTail } from './normal.ts'
import type { Random } from './random.ts'

/**
 * A length of time or a shift in time, in minutes, as data: it can be stored, sent and compared.
 * Each draw turns exactly one uniform number into one value, so streams stay in step when a mean changes.
 */
export type Distribution =
  | { kind: 'constant'; value: number }
  | { kind: 'exponential'; mean: number }
  /** `cv` is the standard deviation divided by the mean. */
  | { kind: 'lognormal'; mean: number; cv: number }
  /** May be negative: for early and late, not for lengths. */
  | { kind: 'normal'; mean: number; sd: number }
  /** Each of the values is equally likely; they stand in ascending order. */
  | { kind: 'empirical'; values: readonly number[] }

/** The value with a share of `u` below it, 0 < u < 1. */
export function quantileOf(law: Distribution, u: number): number {
  switch (law.kind) {
    case 'constant':
      return law.value
    case 'exponential':
      return -law.mean * Math.log(1 - u)
    case 'lognormal': {
      const { mu, sigma } = logScale(law)
      return Math.exp(mu + sigma * normalQuantile(u))
    }
    case 'normal':
      return law.mean + law.sd * normalQuantile(u)
    case 'empirical':
      return law.values[Math.floor(u * law.values.length)] ?? 0
  }
}

export const draw = (law: Distribution, random: Random): number => quantileOf(law, random())

export function meanOf(law: Distribution): number {
  switch (law.kind) {
    case 'constant':
      return law.value
    case 'empirical':
      return law.values.reduce((sum, one) => sum + one, 0) / Math.max(1, law.values.length)
    default:
      return law.mean
  }
}

/** Mean and deviation of the logarithm. */
export function logScale({ mean, cv }: { mean: number; cv: number }): { mu: number; sigma: number } {
  const variance = Math.log(1 + cv * cv)
  return { mu: Math.log(mean) - variance / 2, sigma: Math.sqrt(variance) }
}

/** Chance of a value above `x`. */
export function chanceAbove(law: Distribution, x: number): number {
  switch (law.kind) {
    case 'constant':
      return law.value > x ? 1 : 0
    case 'exponential':
      return x <= 0 ? 1 : Math.exp(-x / law.mean)
    case 'lognormal': {
      const { mu, sigma } = logScale(law)
      return x <= 0 ? 1 : sigma === 0 ? (law.mean > x ? 1 : 0) : normalTail((Math.log(x) - mu) / sigma)
    }
    case 'normal':
      return law.sd === 0 ? (law.mean > x ? 1 : 0) : normalTail((x - law.mean) / law.sd)
    case 'empirical':
      return (law.values.length - countUpTo(law.values, x)) / Math.max(1, law.values.length)
  }
}

/** How many of ascending values are `x` or less. */
function countUpTo(values: readonly number[], x: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle] ?? 0) <= x) low = middle + 1
    else high = middle
  }
  return low
}

/** A chance this small is not divided by: whoever is that late has been forgotten, or does not come. */
const hopeless = 1e-9

/**
 * What is still to come of a length of which `elapsed` has passed: a value above `elapsed`, less `elapsed`. The share `u`
 * of the values that are left lies above it. 0 when nothing is left of the law.
 */
export function residual(law: Distribution, elapsed: number, u: number): number {
  const tail = chanceAbove(law, elapsed) * u
  if (tail < hopeless) return 0
  switch (law.kind) {
    case 'constant':
      return Math.max(0, law.value - elapsed)
    case 'exponential':
      return -law.mean * Math.log(u)
    case 'lognormal': {
      const { mu, sigma } = logScale(law)
      return Math.max(0, Math.exp(mu - sigma * normalQuantile(tail)) - Math.max(0, elapsed))
    }
    case 'normal':
      return Math.max(0, law.mean - law.sd * normalQuantile(tail) - elapsed)
    case 'empirical': {
      const over = countUpTo(law.values, elapsed)
      return (law.values[over + Math.floor((1 - u) * (law.values.length - over))] ?? elapsed) - elapsed
    }
  }
}

/** So many an hour, on average, between two minutes of the day. Later entries of a list follow earlier ones. */
export type Rate = { from: number; until: number; perHour: number }

/**
 * Times of independent arrivals (a Poisson process) whose rate changes by the hour. Each arrival uses one draw, on the
 * scale of expected arrivals: with twice the rate the same people come in half the time.
 */
export function arrivalTimes(rates: readonly Rate[], random: Random): number[] {
  const times: number[] = []
  let expected = 0
  let next = -Math.log(random())
  for (const { from, until, perHour } of rates) {
    const here = ((until - from) * perHour) / 60
    while (next <= expected + here) {
      times.push(from + ((next - expected) / perHour) * 60)
      next -= Math.log(random())
    }
    expected += here
  }
  return times
}
