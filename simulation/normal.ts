/** The standard normal distribution: its upper tail and its quantile. */

/** Chance of a value above `z`; relative error below 1.2e-7 far into the tail (Chebyshev fit, Numerical Recipes 6.2). */
export function normalTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.5 * x)
  const fit = polynomial(
    t,
    [
      0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196,
      1.00002368, -1.26551223,
    ],
  )
  const tail = 0.5 * t * Math.exp(-x * x + fit)
  return z >= 0 ? tail : 1 - tail
}

/** The value with a share of `p` below it, 0 < p < 1; relative error below 1.2e-9 (Peter Acklam's rational fit). */
export function normalQuantile(p: number): number {
  if (p < 0.02425) return outer(Math.sqrt(-2 * Math.log(p)))
  if (p > 1 - 0.02425) return -outer(Math.sqrt(-2 * Math.log(1 - p)))
  const q = p - 0.5
  const r = q * q
  const above = [
    -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
    2.506628277459239,
  ]
  const below = [
    -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1,
  ]
  return (q * polynomial(r, above)) / polynomial(r, below)
}

/** 4096 quantiles of the normal distribution: a draw without a logarithm, for the innermost loop of a forecast. */
const steps = 4096
const table = Float64Array.from({ length: steps }, (_, step) => normalQuantile((step + 0.5) / steps))
export const quickNormal = (u: number): number => table[Math.floor(u * steps)] ?? 0

function outer(q: number): number {
  const above = [
    -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ]
  const below = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1]
  return polynomial(q, above) / polynomial(q, below)
}

function polynomial(x: number, coefficients: readonly number[]): number {
  let sum = 0
  for (const one of coefficients) sum = sum * x + one
  return sum
}
