import type { HoldReason } from '#contract/hold-reasons.ts'
import type { Disagreement } from '#contract/instrument-verifications.ts'
import { conversionFactor } from '../matching/convert-unit.ts'
import { matchValue } from '../matching/match-value.ts'
import { accessionsMeantBy } from '../matching/sample-numbers.ts'
import type { CodeTarget } from '../queries-matching.ts'
import type { Measured } from '../wire/measured.ts'

/** The value that a person entered from the display or the printout of the analyser. */
export type Shown = { sample: string; value: string; unit: string }

export type Judgement = {
  /** The result to which the sent value is mapped, and the unit of the analyte; empty if the value would be held. */
  result: string
  unit: string
  agrees: boolean
  why: Disagreement | null
  /** Whether the shown value was converted with the factor of the code. */
  byFactor: boolean
}

/** Reasons for holding values that must not become results. Such values agree if the received value is the shown value. */
const rightlyHeld: ReadonlySet<HoldReason> = new Set(['no_value', 'beyond', 'no_number'])

/** Whether a shown value and sample number agree with a message that is read with the present mapping. */
export function compare(sent: Measured | undefined, target: CodeTarget | undefined, shown: Shown): Judgement {
  const differs = (why: Disagreement, of: Partial<Judgement> = {}): Judgement => ({
    ...{ result: '', unit: '', byFactor: false },
    ...of,
    ...{ agrees: false, why },
  })
  if (!sent) return differs('gone')
  if (!target) return differs('unmapped')
  if (target.analyte === null) return differs('unused')
  const match = matchValue(target, sent)
  if ('why' in match) {
    if (!rightlyHeld.has(match.why)) return differs(match.why)
    if (plain(shown.value) !== plain(sent.value)) return differs('other_value')
    return isSameSample(sent, shown)
      ? { result: '', unit: '', agrees: true, why: match.why, byFactor: false }
      : differs('other_sample')
  }
  const { number, text } = match.value
  const judged = number === null ? compareText(target, text, shown) : compareNumbers(target, number, shown)
  const made = {
    result: number === null ? text : String(number),
    unit: number === null ? '' : target.unit,
    byFactor: judged.byFactor,
  }
  if (judged.why !== null) return differs(judged.why, made)
  return isSameSample(sent, shown) ? { ...made, agrees: true, why: null } : differs('other_sample', made)
}

type Part = { why: Disagreement | null; byFactor: boolean }

function compareText(target: CodeTarget, text: string, { value }: Shown): Part {
  const meant = matchValue(target, { value, unit: '', isMissing: false })
  const said = 'value' in meant ? meant.value.text : null
  return { why: said !== null && plain(said) === plain(text) ? null : 'other_value', byFactor: false }
}

/**
 * Each number stands for all numbers within half a unit of its last digit. The shown number (in the unit of the analyte) and the result agree
 * if these ranges overlap. The factor of the code is used only between units that cannot be converted: otherwise a wrong factor
 * would be applied to both numbers and would not be found.
 */
function compareNumbers(target: CodeTarget, result: number, { value, unit }: Shown): Part {
  const given = /^([+-]?\d{1,15})(?:[.,](\d{1,15}))?$/.exec(value.replace(/\s+/g, ''))
  if (!given) return { why: 'not_numeric', byFactor: false }
  const byUnit = conversionFactor(unit, target.unit)
  const byFactor = byUnit === null && target.factor !== null
  const factor = byUnit ?? target.factor
  if (factor === null) return { why: 'not_comparable', byFactor }
  const digits = given[2] ?? ''
  const shown = Number(`${given[1]}.${digits || '0'}`) * factor
  const half = (decimals: number) => 10 ** -decimals / 2
  const reach = half(digits.length) * factor + half(target.decimals ?? 0)
  // Adjacent numbers differ by exactly the sum of the halves. The small margin is for rounding errors of binary fractions.
  const agrees = Math.abs(shown - result) < reach - 1e-9 * Math.max(reach, Math.abs(result))
  return { why: agrees ? null : 'other_value', byFactor }
}

/** Sample numbers agree if they are forms of the same accession number, or, for controls, the same text. */
function isSameSample(sent: Measured, shown: Shown): boolean {
  const meant = accessionsMeantBy(sent.sample)
  return (
    plain(sent.sample) === plain(shown.sample) ||
    accessionsMeantBy(shown.sample).some((accession) => meant.includes(accession))
  )
}

const plain = (text: string) => text.replace(/\s+/g, '').replace(',', '.').toLowerCase()
