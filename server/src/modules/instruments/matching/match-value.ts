import type { HoldReason } from '#contract/hold-reasons.ts'
import type { Measured } from '../wire/measured.ts'
import { conversionFactor } from './convert-unit.ts'

/** The analyte of a value, and the settings of its code. */
export type Target = {
  kind: string
  unit: string
  options: readonly string[]
  decimals: number | null
  lowest: number | null
  highest: number | null
  /** The unit of values that are sent without a unit. */
  usualUnit: string
  /** Entered by hand; replaces the factor that follows from the units. */
  factor: number | null
}

export type Matched = { number: number; text: null } | { number: null; text: string }
export type Match = { value: Matched } | { why: HoldReason }

/** Matches a value with the catalogue. Returns the number or coded answer, or the reason why the value is held. */
export function matchValue(
  target: Target,
  { value, unit, isMissing }: Pick<Measured, 'value' | 'unit' | 'isMissing'>,
): Match {
  if (isMissing) return { why: 'no_value' }
  switch (target.kind) {
    case 'quantity':
      return matchNumber(target, value, unit)
    case 'coded':
    case 'ordinal':
      return matchAnswer(target, value)
    default:
      return value.length > 500 ? { why: 'unknown_answer' } : { value: { number: null, text: value } }
  }
}

const numeric = /^[+-]?\d{1,15}(?:[.,]\d{1,15})?$/

function matchNumber(target: Target, text: string, unit: string): Match {
  const given = text.replace(/\s+/g, '')
  if (/^(?:[<>≤≥]=?|GT|LT)/i.test(given)) return { why: 'beyond' }
  if (!numeric.test(given)) return { why: 'no_number' }
  const factor = target.factor ?? conversionFactor(unit || target.usualUnit || target.unit, target.unit)
  if (factor === null) return { why: 'wrong_unit' }
  const decimals = target.decimals ?? 0
  const number = Number((Number(given.replace(',', '.')) * factor).toPrecision(12))
  const rounded = Number(number.toFixed(decimals))
  const isPossible =
    rounded >= (target.lowest ?? Number.NEGATIVE_INFINITY) &&
    rounded <= (target.highest ?? Number.POSITIVE_INFINITY)
  return isPossible ? { value: { number: rounded, text: null } } : { why: 'impossible' }
}

/** Groups of synonymous answers. A synonym is used only if exactly one answer of the analyte is in its group. */
const synonyms: readonly (readonly string[])[] = [
  ['positive', 'pos', 'reactive', 'r', 'detected', '+', 'present', 'seen'],
  ['negative', 'neg', 'non-reactive', 'nonreactive', 'nr', 'not detected', '-', 'absent', 'not seen'],
]

function matchAnswer({ options }: Target, text: string): Match {
  const said = text.trim().toLowerCase()
  const exact = options.find((option) => option.toLowerCase() === said)
  if (exact !== undefined) return { value: { number: null, text: exact } }
  const group = synonyms.find((words) => words.includes(said))
  const meant = options.filter((option) => group?.includes(option.toLowerCase()))
  return meant.length === 1 && meant[0] !== undefined
    ? { value: { number: null, text: meant[0] } }
    : { why: 'unknown_answer' }
}
