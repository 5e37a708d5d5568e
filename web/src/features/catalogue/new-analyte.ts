import { t } from '@lingui/core/macro'
import type { AnalyteEntry } from '#contract/catalogue.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { analyteFaults, type Interval, type Measured } from '#contract/interval-rules.ts'
import { whyNotUcum } from '#contract/ucum.ts'
import { readNumber } from '../../lib/read-number.ts'
import { answersOf, type Judgement } from './answer-rows.ts'
import { type BandRow, bandsOf, faultsOf } from './band-rows.ts'
import { linesOf, numberOrText } from './form-values.ts'

/** An analyte while somebody types what it is: all texts, as they stand in the fields. */
export type Typed = {
  name: string
  kind: AnalyteEntry['kind'] | ''
  unit: string
  decimals: string
  lowest: string
  highest: string
  options: string
  loinc: string
  rows: BandRow[]
  /** What was chosen for an answer; the others are normal. */
  chosen: Record<string, Judgement>
}

export const nothingTyped: Typed = {
  name: '',
  kind: '',
  unit: '',
  decimals: '',
  lowest: '',
  highest: '',
  options: '',
  loinc: '',
  rows: [],
  chosen: {},
}

/** What the typed texts mean, what the call takes of them, and what is wrong with them, by field. */
export function readTyped(typed: Typed) {
  const { kind } = typed
  const quantity = kind === 'quantity'
  const number = (text: string) => (quantity ? readNumber(text, null) : null)
  const measured: Measured = {
    name: typed.name || t`It`,
    kind: kind === '' ? 'text' : kind,
    decimals: number(typed.decimals),
    lowest: number(typed.lowest),
    highest: number(typed.highest),
    options: kind === 'coded' || kind === 'ordinal' ? linesOf(typed.options) : [],
  }
  const chosen = Object.fromEntries(
    measured.options.map((option) => [option, typed.chosen[option] ?? 'normal'] as const),
  )
  const { ranges, unread } = bandsOf(quantity ? typed.rows : [], measured.decimals)
  const interval: Interval =
    measured.options.length > 0
      ? answersOf(measured.options, chosen)
      : { ranges, normalOptions: null, criticalOptions: null }
  const said = (text: string) => (quantity ? numberOrText(text.trim()) : null)
  return {
    measured,
    interval,
    chosen,
    fields: {
      unit: quantity ? typed.unit.trim() : '',
      decimals: said(typed.decimals),
      lowest: said(typed.lowest),
      highest: said(typed.highest),
      options: [...measured.options],
    },
    faults: faultsIn(typed, measured, interval, unread),
  }
}

function faultsIn(typed: Typed, measured: Measured, interval: Interval, unread: FieldErrors): FieldErrors {
  if (typed.kind === '') return {}
  const notUcum = typed.kind === 'quantity' ? whyNotUcum(typed.unit.trim()) : null
  return {
    ...faultsOf(measured, interval, unread),
    ...analyteFaults(measured),
    ...(notUcum && { unit: [notUcum] }),
  }
}
