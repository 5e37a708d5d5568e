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
export function quantileOf(distribution: Distribution, u: number): number {
  switch (distribution.kind) {
    case 'constant':
      return distribution.value
    case 'exponential':
      return -distribution.mean * Math.log(1 - u)
    case 'lognormal': {
      const { mu, sigma } = logScale(distribution)
      return Math.exp(mu + sigma * normalQuantile(u))
    }
    case 'normal':
      return distribution.mean + distribution.sd * normalQuantile(u)
    case 'empirical':
      return distribution.values[Math.floor(u * distribution.values.length)] ?? 0
  }
}

export const draw = (distribution: Distribution, random: Random): number => quantileOf(distribution, random())

export function meanOf(distribution: Distribution): number {
  switch (distribution.kind) {
    case 'constant':
      return distribution.value
    case 'empirical':
      return distribution.values.reduce((sum, one) => sum + one, 0) / Math.max(1, distribution.values.length)
    default:
      return distribution.mean
  }
}

/** Mean and deviation of the logarithm. */
export function logScale({ mean, cv }: { mean: number; cv: number }): { mu: number; sigma: number } {
  const variance = Math.log(1 + cv * cv)
  return { mu: Math.log(mean) - variance / 2, sigma: Math.sqrt(variance) }
}

/** Chance of a value above `x`. */
export function chanceAbove(distribution: Distribution, x: number): number {
  switch (distribution.kind) {
    case 'constant':
      return distribution.value > x ? 1 : 0
    case 'exponential':
      return x <= 0 ? 1 : Math.exp(-x / distribution.mean)
    case 'lognormal': {
      const { mu, sigma } = logScale(distribution)
      return x <= 0
        ? 1
        : sigma === 0
          ? distribution.mean > x
            ? 1
            : 0
          : normalTail((Math.log(x) - mu) / sigma)
    }
    case 'normal':
      return distribution.sd === 0
        ? distribution.mean > x
          ? 1
          : 0
        : normalTail((x - distribution.mean) / distribution.sd)
    case 'empirical':
      return (
        (distribution.values.length - countUpTo(distribution.values, x)) /
        Math.max(1, distribution.values.length)
      )
  }
}

/** The number of ascending values that are `x` or less. */
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

/** Smaller chances are not divided by: a person who is that late has been forgotten, or does not come. */
const hopeless = 1e-9

/**
 * What is still to come of a length of which `elapsed` has passed: a value above `elapsed`, less `elapsed`. The share `u`
 * of the values that are left lies above it. 0 when nothing is left of the distribution.
 */
export function residual(distribution: Distribution, elapsed: number, u: number): number {
  const tail = chanceAbove(distribution, elapsed) * u
  if (tail < hopeless) return 0
  switch (distribution.kind) {
    case 'constant':
      return Math.max(0, distribution.value - elapsed)
    case 'exponential':
      return -distribution.mean * Math.log(u)
    case 'lognormal': {
      const { mu, sigma } = logScale(distribution)
      return Math.max(0, Math.exp(mu - sigma * normalQuantile(tail)) - Math.max(0, elapsed))
    }
    case 'normal':
      return Math.max(0, distribution.mean - distribution.sd * normalQuantile(tail) - elapsed)
    case 'empirical': {
      const over = countUpTo(distribution.values, elapsed)
      return (
        (distribution.values[over + Math.floor((1 - u) * (distribution.values.length - over))] ?? elapsed) -
        elapsed
      )
    }
  }
}

/** The mean number of arrivals an hour between two minutes of the day. A list is in the order of time. */
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
