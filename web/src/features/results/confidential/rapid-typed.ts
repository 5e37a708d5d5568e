import { t } from '@lingui/core/macro'
import type { BodyInput } from '#contract/endpoint.ts'
import { type ConfidentialCare, type KitLot, type saveRapidTests, testsToDo } from '#contract/rapid-tests.ts'
import type { ResultForm } from '#contract/results.ts'
import { dayWithoutWeekday } from '../../../lib/times.ts'
import type { DraftForm, Typed } from '../../../screen/drafts/begin-draft.ts'
import type { DraftField } from '../../../screen/drafts/draft-conflict.tsx'
import { paperFields, savedOnPaper } from '../../../screen/drafts/paper-draft.ts'
import { notInStock } from './kit-fields.tsx'

/** Rapid tests as drafts are kept: each field under a name like `tests.0.lot`. */

export const places = [0, 1, 2] as const
export const nameOf = (place: number, field: string) => `tests.${place}.${field}`

export const outcomes = [
  { value: 'non-reactive', label: t`Non-reactive` },
  { value: 'reactive', label: t`Reactive` },
  { value: 'invalid', label: t`Invalid: no control line` },
]

type Test = BodyInput<typeof saveRapidTests>['tests'][number]

/** The number of tests to show: the next test appears after a reactive test. */
export function countShown(needed: number, typed: Typed): number {
  const chosen = places.map((place) => typed[nameOf(place, 'reactive')])
  const open = chosen.findIndex((one) => one !== 'reactive' && one !== 'non-reactive')
  const known = open === -1 ? chosen : chosen.slice(0, open)
  return testsToDo(
    needed,
    known.map((one) => one === 'reactive'),
  )
}

/** Without kits in the stock, there is nothing to choose from. */
export function deviceIn(typed: Typed, place: number, kits: readonly KitLot[]) {
  const of = (field: string) => typed[nameOf(place, field)] ?? ''
  return kits.length === 0 || of('stockLot') === notInStock
    ? { stockLot: null, kit: of('kit'), lot: of('lot'), expiresOn: of('expiresOn') }
    : { stockLot: of('stockLot'), kit: '', lot: '', expiresOn: '' }
}

/** The tests that are shown. A test without an outcome is refused by the server at its field. */
export const testsIn = (typed: Typed, needed: number, kits: readonly KitLot[]): Test[] =>
  places.slice(0, countShown(needed, typed)).map((place) => {
    const outcome = typed[nameOf(place, 'reactive')]
    return { ...deviceIn(typed, place, kits), ...(outcome && { reactive: outcome === 'reactive' }) } as Test
  })

/** What is saved, for its draft. The analyte of the task is concluded from the tests and never typed. */
export const savedRapid = ({ rapid, kits }: ConfidentialCare, results: ResultForm): DraftForm => ({
  ...results,
  analytes: [],
  further: {
    ...Object.fromEntries(rapid.flatMap((test, place) => typedTest(test, place, kits))),
    ...savedOnPaper(results.onPaper),
  },
})

function typedTest(
  { stockLot, kit, lot, expiresOn, reactive }: ConfidentialCare['rapid'][number],
  place: number,
  kits: readonly KitLot[],
): [string, string][] {
  const typed = { kit, lot, expiresOn, ...(kits.length > 0 && { stockLot: notInStock }) }
  return Object.entries({
    ...(stockLot === null ? typed : { stockLot }),
    reactive: reactive ? 'reactive' : 'non-reactive',
  }).map(([field, text]) => [nameOf(place, field), text])
}

/** The fields in a comparison of two drafts. */
export const rapidFields = (kits: readonly KitLot[], { onPaper }: ResultForm): DraftField[] => [
  ...places.flatMap((place) => {
    const number = place + 1
    const field = (name: string, title: string, say?: DraftField['say']): DraftField => ({
      ...{ code: nameOf(place, name), unit: '', calculated: false, name: t`Test ${number}: ${title}` },
      ...(say && { say }),
    })
    return [
      field('stockLot', t`Kit and lot`, (id) => sayLot(kits, id)),
      field('kit', t`Kit`),
      field('lot', t`Lot number`),
      field('expiresOn', t`Expiry date`, dayWithoutWeekday),
      field('reactive', t`Outcome`, (text) => outcomes.find(({ value }) => value === text)?.label ?? text),
    ]
  }),
  ...paperFields(onPaper),
]

const sayLot = (kits: readonly KitLot[], id: string): string => {
  const lot = kits.find((one) => one.id === id)
  return lot ? `${lot.kit} ${lot.lot}` : t`A kit that is not kept in stock`
}
