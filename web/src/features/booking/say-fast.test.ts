import { describe, expect, it } from 'vitest'
import { sayFast } from './say-fast.ts'

const tuesday = '2026-03-10'
const wednesday = '2026-03-11'

describe('until when one may eat', () => {
  it('names the day relative to the visit', () => {
    const stops = { visit: wednesday, isOver: false }
    expect(sayFast({ ...stops, stop: tuesday, time: '21:00' })).toBe(
      'Do not eat after 21:00 the evening before.',
    )
    expect(sayFast({ ...stops, stop: wednesday, time: '02:30' })).toBe(
      'Do not eat after 02:30 on the day of your visit.',
    )
    expect(sayFast({ ...stops, stop: tuesday, time: '08:00' })).toBe('Do not eat after 08:00 the day before.')
  })

  it('asks whether the patient has fasted if the fast would already have begun', () => {
    expect(sayFast({ visit: wednesday, stop: wednesday, time: '06:00', isOver: true })).toBe(
      'Choose this time only if you have not eaten since 06:00.',
    )
  })
})
