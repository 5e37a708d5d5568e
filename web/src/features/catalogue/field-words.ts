import type { AnalyteEntry, Change } from '#contract/catalogue.ts'
import { kindWords } from './kind-words.ts'

/** The names of fields as the forms show them, for histories. */
const words: Readonly<Record<string, string>> = {
  name: 'Name',
  label: 'Name on the booking form',
  about: 'About',
  specimen: 'Specimen',
  collection: 'The patient gives',
  preparation: 'Preparation',
  fasting: 'Fasting',
  turnaroundHours: 'Turnaround (hours)',
  tube: 'Tube',
  method: 'Method',
  instrument: 'Instrument',
  referredTo: 'Referred to',
  instructions: 'Instructions',
  equipment: 'Equipment',
  expectedMinutes: 'Expected minutes',
  specialty: 'Specialty',
  bookable: 'Can be booked',
  analytes: 'Analytes',
  kind: 'Values',
  loinc: 'LOINC code',
  loincProperty: 'LOINC property',
  unit: 'Unit',
  decimals: 'Decimals',
  lowest: 'Lowest possible',
  highest: 'Highest possible',
  options: 'Answers',
  twoPersonRelease: 'Two people release',
  callbackMinutes: 'Minutes to tell a critical value',
  callbackStepMinutes: 'Minutes until it goes to the next person',
  callbackOrder: 'Whom it goes to',
  deltaPercent: 'Change looked at twice (%)',
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
  if (field === 'specialty' && value === null) return 'every technician'
  if (value === null || value === '') return nothing
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return value.length === 0 ? nothing : value.join(', ')
  return (field === 'kind' && isKind(value) && kindWords[value].toLowerCase()) || String(value)
}

const isKind = (value: string | number): value is AnalyteEntry['kind'] => Object.hasOwn(kindWords, value)
