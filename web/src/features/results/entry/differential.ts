import type { ResultForm } from '#contract/results.ts'
import { readNumber } from '../../../lib/read-number.ts'
import type { Typed } from '../../../screen/drafts/begin-draft.ts'

/** The parts of a differential white cell count, which add up to all of the cells. */
const parts = ['NEUT%', 'LYMPH%', 'MONO%', 'EO%', 'BASO%']

/** Five parts with a decimal each can miss 100 by rounding. */
const tolerance = 1

/** The sum of a complete differential that is not 100 %, in words; null if it is, or if a part is not typed. */
export function oddDifferential({ analytes }: Pick<ResultForm, 'analytes'>, typed: Typed): string | null {
  const asked = analytes.filter(({ code }) => parts.includes(code))
  const values = asked.map(({ code, decimals }) => readNumber(typed[code] ?? '', decimals))
  if (asked.length < parts.length || values.includes(null)) return null
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0)
  return Math.abs(sum - 100) > tolerance ? `${Number(sum.toFixed(1))} %` : null
}
