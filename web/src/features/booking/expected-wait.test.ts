import { expect, it } from 'vitest'
import { waitAt } from './expected-wait.ts'

const times = [
  { from: '08:00', low: 0, high: 10 },
  { from: '09:00', low: 10, high: 25 },
  { from: '14:00', low: 10, high: 65 },
]

it('says the wait of the part of the day that a time lies in', () => {
  expect(waitAt(times, '08:45')).toBe('up to 10 min')
  expect(waitAt(times, '09:00')).toBe('10–25 min')
  expect(waitAt(times, '09:59')).toBe('10–25 min')
  expect(waitAt(times, '14:30')).toBe('10 min – 1 h 5 min')
})

it('says nothing of a time that nothing is known of', () => {
  expect(waitAt(times, '07:45')).toBeNull()
  expect(waitAt(times, '10:00')).toBeNull()
  expect(waitAt([], '09:00')).toBeNull()
})
