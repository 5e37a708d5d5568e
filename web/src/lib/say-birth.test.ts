import { expect, test } from 'vitest'
import { sayBirth, sayBirthBriefly } from './say-birth.ts'

test.each([
  ['day', '2020-02-29', 'Saturday 29 February 2020', '29/02/2020'],
  ['month', '2020-02-01', '02/2020, the day is not known', '02/2020'],
  ['year', '2020-01-01', '2020, the day is not known', '2020'],
  ['estimated', '1990-03-09', 'about 1990, estimated from a stated age', 'about 1990'],
] as const)('a date of birth that is known by %s', (precision, date, words, briefly) => {
  expect(sayBirth({ date, precision })).toBe(words)
  expect(sayBirthBriefly({ date, precision })).toBe(briefly)
})
