import { expect, test } from 'vitest'
import { sayRules, sayValue, sayZ } from './control-words.ts'

test('a distance has its side, and none where it rounds to nothing', () => {
  expect(sayZ(1.5)).toBe('+1.50 SD')
  expect(sayZ(-0.25)).toBe('−0.25 SD')
  expect(sayZ(-0.001)).toBe('0.00 SD')
})

test('a warning is not said beside what rejects', () => {
  expect(sayRules(['1-2s'])).toBe('1-2s (beyond 2 SD)')
  expect(sayRules(['1-2s', '1-3s', 'R-4s'])).toBe(
    '1-3s (beyond 3 SD), R-4s (more than 4 SD apart in one run)',
  )
})

test('a value keeps what was typed, and gets the decimals of its analyte', () => {
  expect(sayValue(12, 1)).toBe('12.0')
  expect(sayValue(12.34, 1)).toBe('12.34')
  expect(sayValue(250, 0)).toBe('250')
})
