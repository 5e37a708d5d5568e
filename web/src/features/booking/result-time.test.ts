import { expect, it } from 'vitest'
import { sayResultTime } from './result-time.ts'

const catalogue = [
  { name: 'Blood Sugar', turnaroundHours: 1 },
  { name: 'Malaria', turnaroundHours: 2.5 },
  { name: 'Genotype', turnaroundHours: 48 },
]
const packages = [{ name: 'Fever', tests: ['Blood Sugar', 'Malaria'] }]

it('the result time is that of the slowest test, also within a package', () => {
  expect(sayResultTime(['Blood Sugar'], catalogue, packages)).toBe('1 h')
  expect(sayResultTime(['Fever'], catalogue, packages)).toBe('2 h 30 min')
  expect(sayResultTime(['Fever', 'Genotype'], catalogue, packages)).toBe('2 days')
})

it('there is no result time without tests, or with a test that is no longer offered', () => {
  expect(sayResultTime([], catalogue, packages)).toBeNull()
  expect(sayResultTime(['Blood Sugar', 'Gone'], catalogue, packages)).toBeNull()
})
