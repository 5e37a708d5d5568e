import { expect, test } from 'vitest'
import { weekStarts } from '#contract/week-start.ts'
import { firstWeekday, namedWeekdays, weekOf } from './weeks.ts'

test('weeks begin as the laboratory has chosen, or as in the locale of the document', () => {
  expect(weekStarts.map((choice) => firstWeekday(choice))).toEqual([1, 1, 6, 0])
  // 28 November 2026 is a Saturday.
  expect([1, 6, 0].map((first) => weekOf('2026-11-28', first))).toEqual([
    '2026-11-23',
    '2026-11-28',
    '2026-11-22',
  ])
  expect(namedWeekdays(6).map(({ name }) => name.slice(0, 3))).toEqual([
    'Sat',
    'Sun',
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
  ])
})
