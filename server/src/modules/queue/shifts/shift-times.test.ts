import { describe, expect, it } from 'vitest'
import { instantsOf, wallTimes } from './shift-times.ts'

const iso = ({ start, end }: { start: Date; end: Date }) => [start.toISOString(), end.toISOString()]

describe('a shift', () => {
  it('a shift ends on its own day, or on the next day if its end is not after its beginning', () => {
    const day = '2026-03-09'
    expect(iso(instantsOf('Africa/Accra', { day, from: '07:00', until: '15:00' }))).toEqual([
      '2026-03-09T07:00:00.000Z',
      '2026-03-09T15:00:00.000Z',
    ])
    expect(iso(instantsOf('Africa/Accra', { day, from: '22:00', until: '06:00' }))).toEqual([
      '2026-03-09T22:00:00.000Z',
      '2026-03-10T06:00:00.000Z',
    ])
  })

  it('a shift is an hour shorter in the night when clocks go forward, with the same local times', () => {
    const night = { day: '2026-03-28', from: '22:00', until: '06:00' }
    const { start, end } = instantsOf('Europe/Berlin', night)
    expect(end.getTime() - start.getTime()).toBe(7 * 3_600_000)
    expect(wallTimes('Europe/Berlin', { startsAt: start, endsAt: end })).toEqual(night)
  })
})
