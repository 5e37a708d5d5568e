import { expect, test } from 'vitest'
import type { CriticalContact } from '#contract/results.ts'
import { reachable, sayLimit } from './critical-visits.ts'

const contact = (kind: CriticalContact['kind'], name: string, phone: string): CriticalContact => ({
  ...{ kind, name, phone },
  email: '',
})

test('the limit that a critical value has passed has the decimals of the analyte', () => {
  const range = { sex: 'any' as const, criticalLow: 7, criticalHigh: 20 }
  expect(sayLimit('LL', range, 1)).toBe('below 7.0')
  expect(sayLimit('HH', range, 1)).toBe('above 20.0')
  expect(sayLimit('HH', range, null)).toBe('above 20')
  expect(sayLimit('AA', null, null)).toBe('a critical answer')
  expect(sayLimit('HH', { sex: 'any' }, 1)).toBeNull()
  expect(sayLimit(null, null, 1)).toBeNull()
})

test('contacts have each number of the patient once, and everybody else', () => {
  expect(
    reachable([
      contact('patient', 'Ama Mensah', '+233 24 123 4567'),
      contact('patient', 'Ama Mensah', '0241234567'),
      contact('self', 'Ama Mensah', '+233 50 000 0002'),
      contact('child', 'Esi Mensah', '+233 24 123 4567'),
      contact('other', 'Kofi Mensah', ''),
    ]).map(({ kind, name, phone }) => `${kind} ${name} ${phone}`),
  ).toEqual([
    'patient Ama Mensah +233 24 123 4567',
    'patient Ama Mensah +233 50 000 0002',
    'child Esi Mensah +233 24 123 4567',
    'other Kofi Mensah ',
  ])
})
