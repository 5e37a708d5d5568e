import { flagOf, flagOfOption, type Patient, rangeFor, rounded } from '#server/modules/catalogue/index.ts'
import { calculate } from './calculate.ts'
import type { Analyte, NewResult } from './queries-results.ts'
import type { Read } from './read-values.ts'

/**
 * Adds what can be calculated, and says of each value how it lies in its interval and beside the last one.
 * `deltaPercent`: a change from the last value beyond this share of it is marked.
 */
export function interpretValues(
  panel: readonly Analyte[],
  read: readonly Read[],
  patient: Patient,
  previous: readonly { code: string; number: number | null }[],
  deltaPercent: number,
): NewResult[] {
  const codes = panel.map((analyte) => analyte.code)
  const numbers = read.flatMap(({ code, number }) => (number === null ? [] : [[code, number]]))
  const worked = calculate(codes, Object.fromEntries(numbers), patient)
  return panel.flatMap((analyte) => {
    const given = read.find((one) => one.code === analyte.code)
    const calculated = worked[analyte.code]
    if (!given && calculated === undefined) return []
    const number = given ? given.number : rounded(calculated ?? 0, analyte.decimals ?? 0)
    const text = given?.text ?? null
    const { range, birthNeeded } = rangeFor(analyte.ranges, patient)
    const flag =
      number !== null
        ? flagOf(number, range)
        : flagOfOption(text ?? '', analyte.normalOptions ?? undefined, analyte.criticalOptions ?? undefined)
    const last = previous.find((one) => one.code === analyte.code)?.number
    const delta = number !== null && last != null && isJump(number, last, deltaPercent)
    const { code, intervalVersion } = analyte
    return [{ code, number, text, flag, range, birthNeeded, intervalVersion, delta, calculated: !given }]
  })
}

/** Whether a value differs from the last one by more than this share of it. After a zero every share is infinite: none. */
export function isJump(value: number, last: number, percent: number): boolean {
  return last !== 0 && (Math.abs(value - last) / Math.abs(last)) * 100 > percent
}
