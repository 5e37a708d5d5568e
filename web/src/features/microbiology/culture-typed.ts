import type { CultureForm } from '#contract/cultures.ts'
import type { MicrobiologySetup } from '#contract/microbiology.ts'
import type { FormAnalyte, ResultForm } from '#contract/results.ts'
import { type GrowthAmount, growthAmounts } from '#contract/susceptibility.ts'
import type { DraftForm, Typed } from '../../screen/drafts/begin-draft.ts'
import { savedOnPaper } from '../../screen/drafts/paper-draft.ts'
import {
  type Draft,
  type DraftIsolate,
  type DraftRow,
  draftOf,
  emptyRow,
  withPanel,
} from './culture-draft.ts'

/**
 * A reading of a culture as drafts are kept: each field under a name. The values have the codes of their analytes, and an isolate has
 * `1.organism`, `1.amount`, `1.comment`, and for each antibiotic `1.CRO` with `1.CRO.method` and `1.CRO.shown`.
 */

/** The isolates as they are kept. A row without input has only its name, so that an added antibiotic stays. */
export const typedIsolates = (isolates: readonly DraftIsolate[], setup: MicrobiologySetup): Typed =>
  Object.fromEntries(
    isolates.flatMap(({ number, organism, amount, comment, rows }) => [
      [`${number}.organism`, organism],
      [`${number}.amount`, amount],
      [`${number}.comment`, comment],
      ...rows.flatMap((row) => typedRow(row, `${number}.${row.antibiotic}`, organism, setup)),
    ]),
  )

function typedRow(
  { antibiotic, method, text, shown }: DraftRow,
  name: string,
  organism: string,
  setup: MicrobiologySetup,
): [string, string][] {
  const isUsual = text === '' && method === emptyRow(antibiotic, organism, setup).method
  return [
    [name, text],
    ...(isUsual ? [] : [[`${name}.method`, method] as [string, string]]),
    ...(shown === null ? [] : [[`${name}.shown`, shown ? 'yes' : 'no'] as [string, string]]),
  ]
}

export const typedOf = ({ values, isolates }: Draft, setup: MicrobiologySetup): Typed => ({
  ...values,
  ...typedIsolates(isolates, setup),
})

/** The reading that is kept under these names. */
export function draftFrom(
  typed: Typed,
  analytes: readonly Pick<FormAnalyte, 'code'>[],
  setup: MicrobiologySetup,
): Draft {
  const codes = new Set(analytes.map(({ code }) => code))
  const numbers = new Set(
    Object.keys(typed).flatMap((name) => (codes.has(name) ? [] : [Number(/^(\d+)\./.exec(name)?.[1] ?? 0)])),
  )
  numbers.delete(0)
  return {
    values: Object.fromEntries([...codes].map((code) => [code, typed[code] ?? ''])),
    isolates: [...numbers].sort((one, other) => one - other).map((number) => isolateIn(typed, number, setup)),
  }
}

function isolateIn(typed: Typed, number: number, setup: MicrobiologySetup): DraftIsolate {
  const of = (name: string) => typed[`${number}.${name}`] ?? ''
  const organism = of('organism')
  const amount = of('amount')
  const antibiotics = Object.keys(typed).flatMap((name) => {
    const [isolate, antibiotic = '', further] = name.split('.')
    const isRow = Number(isolate) === number && further === undefined && !isolateFields.has(antibiotic)
    return isRow ? [antibiotic] : []
  })
  const rows = antibiotics.map((antibiotic): DraftRow => {
    const usual = emptyRow(antibiotic, organism, setup)
    const method = of(`${antibiotic}.method`)
    const shown = of(`${antibiotic}.shown`)
    return {
      antibiotic,
      method: method === 'zone' || method === 'mic' ? method : usual.method,
      text: of(antibiotic),
      shown: shown === '' ? null : shown === 'yes',
    }
  })
  const panel = withPanel(rows, organism, setup)
  const added = rows.filter((row) => !panel.some(({ antibiotic }) => antibiotic === row.antibiotic))
  return {
    ...{ number, organism, comment: of('comment'), rows: [...panel, ...added] },
    amount: amount in growthAmounts ? (amount as GrowthAmount) : '',
  }
}

const isolateFields = new Set(['organism', 'amount', 'comment'])

/** What is saved of a culture, for its draft. */
export const savedForm = (
  culture: CultureForm,
  results: ResultForm,
  setup: MicrobiologySetup,
): DraftForm => ({
  ...results,
  stage: culture.stage,
  further: {
    ...typedIsolates(draftOf(culture, {}, setup).isolates, setup),
    ...savedOnPaper(results.onPaper),
  },
})
