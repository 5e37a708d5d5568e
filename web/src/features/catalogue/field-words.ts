import type { Change } from '#contract/catalogue.ts'

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
  deltaPercent: 'Change looked at twice (%)',
}

export const sayField = (field: string): string => words[field] ?? field

export function sayTold(field: string, value: Change['changes'][number]['before']): string {
  if (field === 'specialty' && value === null) return 'every technician'
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return value.length === 0 ? 'nothing' : value.join(', ')
  return String(value)
}
