import type { Band } from '#contract/interval-rules.ts'
import type { Gender } from '#contract/options.ts'
import type { Flag } from '#contract/results.ts'
import type { Age, Ages } from '#server/modules/people/index.ts'

/**
 * Reference intervals and flags. Normal limits belong to the interval; a value beyond a critical limit is a danger to
 * life and starts a callback. Ages are whole years or, for the newborn, days: the lower bound counts, the upper one does not.
 */
export type Range = Band

export const isCritical = (flag: Flag): boolean => flag === 'LL' || flag === 'HH' || flag === 'AA'

/** The patient whose interval is chosen. */
export type Patient = { gender: Gender; ages: Ages }

/** `birthNeeded`: no interval was chosen, since the possible ages have different ones. */
export type Chosen = { range: Range | null; birthNeeded: boolean }

/**
 * The interval for this patient. One with a condition is considered only if the condition is known to be met, and then precedes
 * all others; among the rest, one for the patient's sex precedes one for any sex. Null if none fits: the value has no flag.
 */
export function rangeFor(
  ranges: readonly Range[],
  { gender, ages: { youngest, oldest } }: Patient,
  condition?: string,
): Chosen {
  const possible = ranges.filter(
    (range) =>
      (range.sex === 'any' || range.sex === gender) &&
      (range.condition === undefined || range.condition === condition) &&
      !hasEndedBy(range, youngest) &&
      hasBegunBy(range, oldest),
  )
  const rank = (range: Range) => (range.condition === undefined ? 0 : 2) + (range.sex === 'any' ? 0 : 1)
  const range = possible.sort((a, b) => rank(b) - rank(a))[0] ?? null
  const birthNeeded = range !== null && !(hasBegunBy(range, youngest) && !hasEndedBy(range, oldest))
  return { range: birthNeeded ? null : range, birthNeeded }
}

const hasBegunBy = ({ ageMinYears, ageMinDays }: Range, { years, days }: Age) =>
  (ageMinYears === undefined || years >= ageMinYears) && (ageMinDays === undefined || days >= ageMinDays)
const hasEndedBy = ({ ageMaxYears, ageMaxDays }: Range, { years, days }: Age) =>
  (ageMaxYears !== undefined && years >= ageMaxYears) || (ageMaxDays !== undefined && days >= ageMaxDays)

/**
 * Rounds a value as it is reported. Flags are determined from the rounded value, so that 4.04 shown as 4.0 is not flagged high.
 * Half a unit rounds away from zero: 3.355 becomes 3.36, although the nearest binary number is smaller.
 */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals
  // Errors of binary arithmetic beyond the twelfth digit are ignored.
  const steps = Math.round(Math.abs(value) * scale * (1 + 1e-12))
  return steps === 0 ? 0 : (Math.sign(value) * steps) / scale
}

/** The flag of a value as it is reported. A value on a limit is inside. */
export function flagOf(value: number, range: Range | null): Flag {
  if (range === null) return ''
  if (range.criticalLow !== undefined && value < range.criticalLow) return 'LL'
  if (range.criticalHigh !== undefined && value > range.criticalHigh) return 'HH'
  if (range.low !== undefined && value < range.low) return 'L'
  if (range.high !== undefined && value > range.high) return 'H'
  return ''
}

/** The flag of an answer from a list. Without a list of normal answers, no answer is abnormal. */
export function flagOfOption(
  answer: string,
  normal: readonly string[] | undefined,
  critical: readonly string[] | undefined,
): Flag {
  if (critical?.includes(answer)) return 'AA'
  return normal === undefined || normal.includes(answer) ? '' : 'A'
}
