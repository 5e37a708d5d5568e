import { describe, expect, it } from 'vitest'
import { gapsOf, neededShift } from './coverage.ts'

const opens = [
  { from: '07:00', until: '12:00' },
  { from: '13:00', until: '19:00' },
]

describe('times of opening at which nobody is planned', () => {
  it('are all of them on a day without shifts', () => {
    expect(gapsOf(opens, [])).toEqual(opens)
  })

  it('are what the shifts leave, with breaks in between', () => {
    const shifts = [
      { from: '09:00', until: '15:00' },
      { from: '06:00', until: '08:00' },
    ]
    expect(gapsOf(opens, shifts)).toEqual([
      { from: '08:00', until: '09:00' },
      { from: '15:00', until: '19:00' },
    ])
  })

  it('end where a shift goes on past midnight, and are none while the site is closed', () => {
    expect(gapsOf([{ from: '18:00', until: '23:00' }], [{ from: '20:00', until: '02:00' }])).toEqual([
      { from: '18:00', until: '20:00' },
    ])
    expect(gapsOf([], [{ from: '09:00', until: '10:00' }])).toEqual([])
  })
})

describe('the shift that is offered for a day', () => {
  it('is over the first gap, else over all of the opening', () => {
    expect(neededShift(opens, [{ from: '09:00', until: '11:00' }])).toEqual({ from: '09:00', until: '11:00' })
    expect(neededShift(opens, [])).toEqual({ from: '07:00', until: '19:00' })
    expect(neededShift([], [])).toEqual({ from: '07:00', until: '15:00' })
  })

  it('ends at 00:00 where the site closes at midnight', () => {
    expect(neededShift([{ from: '16:00', until: '24:00' }], [{ from: '16:00', until: '24:00' }])).toEqual({
      from: '16:00',
      until: '00:00',
    })
  })
})
