import { t } from '@lingui/core/macro'
import type { AnalyteEntry, Change } from '#contract/catalogue.ts'
import { kindWords } from './kind-words.ts'

/** The names of fields as the forms show them, for histories. */
const words: Readonly<Record<string, string>> = {
  name: t`Name`,
  label: t`Name on the booking form`,
  about: t`Description`,
  specimen: t`Specimen`,
  collection: t`Collection type`,
  preparation: t`Preparation`,
  fasting: t`Fasting`,
  turnaroundHours: t`Turnaround time (hours)`,
  tube: t`Tube`,
  method: t`Method`,
  instrument: t`Instrument`,
  stableHours: t`Stable at room temperature, hours`,
  stableColdHours: t`Stable in the refrigerator, hours`,
  instructions: t`Instructions`,
  equipment: t`Equipment`,
  expectedMinutes: t`Estimated duration (minutes)`,
  specialty: t`Specialty`,
  bookable: t`Can be booked`,
  confidential: t`Confidential`,
  rapidTests: t`Rapid tests`,
  analytes: t`Analytes`,
  kind: t`Values`,
  loinc: t`LOINC code`,
  loincProperty: t`LOINC property`,
  unit: t`Unit`,
  decimals: t`Decimals`,
  lowest: t`Lowest possible`,
  highest: t`Highest possible`,
  options: t`Answers`,
  twoPersonRelease: t`Two people release`,
  callbackMinutes: t`Minutes to report a critical value`,
  callbackStepMinutes: t`Minutes until it is escalated to the next person`,
  callbackOrder: t`Escalated to`,
  deltaPercent: t`Delta check limit (%)`,
}

export const sayField = (field: string): string => words[field] ?? field

type Told = Change['changes'][number]

/** What a thing began with: what was left empty is not told, the rest in the order of the forms. */
export function startOf(changes: readonly Told[]): Told[] {
  const place = ({ field }: Told) => Object.keys(words).indexOf(field)
  return changes
    .filter(({ field, after }) => sayTold(field, after) !== nothing)
    .sort((a, b) => place(a) - place(b))
}

const nothing = 'nothing'

export function sayTold(field: string, value: Told['before']): string {
  if (field === 'specialty' && value === null) return t`every technician`
  if (value === null || value === '') return nothing
  if (typeof value === 'boolean') return value ? t`yes` : t`no`
  if (typeof value === 'object') return value.length === 0 ? nothing : value.join(', ')
  return (field === 'kind' && isKind(value) && kindWords[value].toLowerCase()) || String(value)
}

const isKind = (value: string | number): value is AnalyteEntry['kind'] => Object.hasOwn(kindWords, value)
