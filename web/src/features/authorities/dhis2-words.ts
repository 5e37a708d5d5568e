import { t } from '@lingui/core/macro'
import type { CountedLine, Dhis2Sending } from '#contract/dhis2.ts'
import { type Dhis2State, dhis2Outcomes, dhis2States } from '#contract/dhis2-states.ts'
import { translated } from '../../lib/translated.ts'
import { addressOf, oneOf, text } from '../../screen/address.ts'

export const stateTones = {
  planned: 'neutral',
  sending: 'neutral',
  accepted: 'ok',
  partly: 'warning',
  refused: 'danger',
  failed: 'danger',
} as const satisfies Readonly<Record<Dhis2State, string>>

export const stateNames = Object.keys(dhis2States) as Dhis2State[]

/** The month and the filter of the list of what was sent, in the address. */
export const dhis2Address = addressOf({ month: text(/^20\d\d-(0[1-9]|1[0-2])$/), state: oneOf(stateNames) })

type Rule = Omit<CountedLine, 'id' | 'version' | 'name'>

/** What a line counts, for example: Malaria film, Malaria parasites: Positive, female, 0 to 4 years. */
export function sayRule({ test, analyte, outcome, values, gender, fromAge, toAge }: Rule): string {
  const result = outcome === 'values' ? values.join(' / ') : translated(dhis2Outcomes[outcome])
  const of = analyte && analyte.name !== test.name ? `${test.name}, ${analyte.name}` : test.name
  const sex = gender === null ? [] : [gender === 'female' ? t`female` : t`male`]
  return [`${of}: ${result}`, ...sex, ...sayAges(fromAge, toAge)].join(', ')
}

function sayAges(from: number | null, to: number | null): string[] {
  if (from === null && to === null) return []
  if (to === null) return [t`${from ?? 0} years and older`]
  return from === to ? [t`${to} years old`] : [t`${from ?? 0} to ${to} years old`]
}

/** The identifiers of a cell in DHIS2. */
export const sayCell = ({
  dataElement,
  categoryOptionCombo,
}: Pick<CountedLine, 'dataElement' | 'categoryOptionCombo'>): string =>
  categoryOptionCombo === null ? dataElement : `${dataElement}.${categoryOptionCombo}`

/** What DHIS2 did with the figures, or why it did not. */
export function sayAnswer({ imported, updated, ignored, error }: Dhis2Sending): string {
  if (imported === null) return error
  const counts = t`${imported} new, ${updated ?? 0} changed, ${ignored ?? 0} ignored`
  return error === '' ? counts : `${counts}. ${error}`
}
