import { describe, expect, it } from 'vitest'
import { addHours, copyToAll, withMidnight } from './week.ts'

describe('the opening hours of a week', () => {
  it('are the usual ones on a day that had none, and come after a break on one that has', () => {
    const one = addHours([], 2)
    expect(one).toEqual([{ weekday: 2, opens: '07:00', closes: '19:00' }])
    expect(addHours([{ weekday: 2, opens: '08:00', closes: '12:00' }], 2).at(-1)).toEqual({
      weekday: 2,
      opens: '13:00',
      closes: '17:00',
    })
    expect(addHours([{ weekday: 2, opens: '08:00', closes: '23:30' }], 2).at(-1)?.opens).toBe('23:59')
  })

  it('of Monday are those of every day', () => {
    const week = copyToAll([
      { weekday: 1, opens: '08:00', closes: '12:00' },
      { weekday: 1, opens: '13:00', closes: '17:00' },
      { weekday: 3, opens: '09:00', closes: '10:00' },
    ])
    expect(week).toHaveLength(14)
    expect(week.filter((row) => row.weekday === 0)).toHaveLength(2)
    expect(week.some((row) => row.opens === '09:00')).toBe(false)
  })

  it('that end at midnight end with their day', () => {
    expect(withMidnight({ weekday: 1, opens: '18:00', closes: '00:00' }).closes).toBe('24:00')
  })
})
