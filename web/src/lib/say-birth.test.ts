import { expect, test } from 'vitest'
import { sayBirth } from './say-birth.ts'

test.each([
  ['day', '2020-02-29', 'Saturday 29 February 2020'],
  ['month', '2020-02-01', '02/2020, the day is not known'],
  ['year', '2020-01-01', '2020, the day is not known'],
  ['estimated', '1990-03-09', 'about 1990, estimated from a stated age'],
] as const)('a date of birth that is known by %s', (precision, date, words) => {
  expect(sayBirth({ date, precision })).toBe(words)
})
