import { describe, expect, it } from 'vitest'
import { nextDue } from './due-days.ts'

const daysOf = (
  firstOn: string,
  every: number,
  unit: 'week' | 'month',
  untilOn: string | null,
  count: number,
) => {
  const days: (string | null)[] = [firstOn]
  while (days.length < count) {
    const last = days.at(-1)
    days.push(last ? nextDue({ firstOn, every, unit, untilOn }, last) : null)
  }
  return days
}

describe('due days', () => {
  it('due days repeat at an interval of weeks', () => {
    expect(daysOf('2026-12-21', 2, 'week', null, 3)).toEqual(['2026-12-21', '2027-01-04', '2027-01-18'])
  })
  it('due days repeat monthly on the same day, or on the last day of a shorter month', () => {
    expect(daysOf('2026-12-31', 1, 'month', null, 5)).toEqual([
      ...['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'],
    ])
    expect(daysOf('2027-11-15', 3, 'month', null, 2)).toEqual(['2027-11-15', '2028-02-15'])
  })
  it('no due day is after the last day of the order', () => {
    expect(daysOf('2026-01-01', 1, 'month', '2026-02-01', 3)).toEqual(['2026-01-01', '2026-02-01', null])
  })
})
