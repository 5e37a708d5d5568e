import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Comparison,
  canCompare,
  comparisons,
  type Period,
  periodBefore,
  sayBefore,
  usualComparison,
} from './insight-periods.ts'

const periodOf = (text: string): Period => {
  const [from = '', to = ''] = text.split(' ')
  return { from, to }
}

describe('the comparison period', () => {
  it.each([
    // As many days.
    ['2026-04-13 2026-05-12', 'days', '2026-03-14 2026-04-12', 'the 30 days before'],
    ['2026-03-01 2026-03-01', 'days', '2026-02-28 2026-02-28', 'the day before'],
    // Whole months, whichever are longer.
    ['2026-10-01 2026-10-31', 'month', '2026-09-01 2026-09-30', 'the month before'],
    ['2026-02-01 2026-02-28', 'month', '2026-01-01 2026-01-31', 'the month before'],
    ['2026-03-01 2026-03-31', 'month', '2026-02-01 2026-02-28', 'the month before'],
    ['2024-03-01 2024-03-31', 'month', '2024-02-01 2024-02-29', 'the month before'],
    ['2026-01-01 2026-01-31', 'month', '2025-12-01 2025-12-31', 'the month before'],
    // A month that is not over.
    ['2026-11-01 2026-11-22', 'month', '2026-10-01 2026-10-22', 'the same days of October'],
    ['2026-01-01 2026-01-05', 'month', '2025-12-01 2025-12-05', 'the same days of December'],
    // A month before that is too short.
    ['2026-03-01 2026-03-30', 'month', '2026-02-01 2026-02-28', 'the same days of February'],
    ['2026-03-29 2026-03-30', 'month', '2026-02-28 2026-02-28', 'the same days of February'],
    ['2026-01-20 2026-02-10', 'month', '2025-12-20 2026-01-10', 'the same days a month before'],
    ['2026-07-01 2026-09-30', 'quarter', '2026-04-01 2026-06-30', 'the quarter before'],
    ['2026-10-01 2026-11-22', 'quarter', '2026-07-01 2026-08-22', 'the same days of the quarter before'],
    ['2026-04-01 2026-04-30', 'quarter', '2026-01-01 2026-01-31', 'the same days of the quarter before'],
    ['2026-04-01 2026-05-31', 'quarter', '2026-01-01 2026-02-28', 'the same days of the quarter before'],
    ['2026-01-01 2026-12-31', 'year', '2025-01-01 2025-12-31', 'the year before'],
    ['2026-01-01 2026-11-22', 'year', '2025-01-01 2025-11-22', 'the same days of 2025'],
    // Leap years.
    ['2024-01-01 2024-02-29', 'year', '2023-01-01 2023-02-28', 'the same days of 2023'],
    ['2025-01-01 2025-02-28', 'year', '2024-01-01 2024-02-29', 'the same days of 2024'],
    ['2024-02-29 2024-03-04', 'year', '2023-02-28 2023-03-04', 'the same days of 2023'],
    ['2025-12-20 2026-01-10', 'year', '2024-12-20 2025-01-10', 'the same days a year before'],
  ] as const)('%s by the %s is %s, %s', (given, comparison, before, words) => {
    expect(periodBefore(periodOf(given), comparison)).toEqual(periodOf(before))
    expect(sayBefore(periodOf(given), comparison)).toBe(words)
  })

  it('a period is never compared with itself', () => {
    expect(canCompare(periodOf('2026-10-01 2026-11-05'), 'month')).toBe(false)
    expect(canCompare(periodOf('2026-03-01 2026-03-31'), 'month')).toBe(true)
    expect(canCompare(periodOf('2025-11-23 2026-11-22'), 'year')).toBe(true)
    expect(canCompare(periodOf('2025-11-22 2026-11-22'), 'year')).toBe(false)
  })

  it('the comparison period lies before the period and is about as long', () => {
    const day = fc.integer({ min: 19_000, max: 21_500 }).map((n) => new Date(n * 86_400_000).toISOString())
    fc.assert(
      fc.property(
        day,
        fc.nat({ max: 400 }),
        fc.constantFrom<Comparison>(...comparisons),
        (at, length, comparison) => {
          const from = at.slice(0, 10)
          const to = new Date(Date.parse(at) + length * 86_400_000).toISOString().slice(0, 10)
          const before = periodBefore({ from, to }, comparison)
          expect(before.from <= before.to).toBe(true)
          expect(before.from < from && before.to < to).toBe(true)
          const days = (Date.parse(before.to) - Date.parse(before.from)) / 86_400_000
          expect(Math.abs(days - length)).toBeLessThanOrEqual(comparison === 'days' ? 0 : 3)
        },
      ),
    )
  })
})

describe('the default comparison', () => {
  it.each([
    ['2026-10-01 2026-10-31', 'month'],
    ['2026-02-01 2026-02-28', 'month'],
    ['2026-10-01 2026-10-30', 'days'],
    ['2026-09-01 2026-10-31', 'days'],
    ['2026-07-01 2026-09-30', 'quarter'],
    ['2026-06-01 2026-08-31', 'days'],
    ['2026-01-01 2026-12-31', 'year'],
    ['2025-01-01 2026-12-31', 'days'],
  ] as const)('of %s is by %s', (given, comparison) => {
    expect(usualComparison(periodOf(given))).toBe(comparison)
  })
})
