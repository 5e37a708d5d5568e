import { expect, test } from 'vitest'
import { readTypedDay } from './typed-day.ts'

test('a typed date is read in the common notations, with the day before the month', () => {
  const ways = ['18/11/2026', '18.11.2026', '18-11-2026', '18 11 2026', ' 2026-11-18 ', '18 Nov 2026']
  for (const typed of [...ways, '18 november 2026', 'Wed 18 Nov 2026', 'Wednesday, 18 November 2026']) {
    expect(readTypedDay(typed), typed).toBe('2026-11-18')
  }
  expect(readTypedDay('3/4/2026')).toBe('2026-04-03')
})

test('a typed date is null if it does not exist or has another format', () => {
  for (const typed of [
    '',
    '11/18/2026',
    '31/2/2026',
    '29 Feb 2026',
    '18/11',
    '18/11/26',
    'tomorrow',
    '18 Foo 2026',
  ]) {
    expect(readTypedDay(typed), typed).toBeNull()
  }
})
