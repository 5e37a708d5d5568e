import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearestMorning } from './demo-clock.ts'

describe('the morning with which a demonstration begins', () => {
  it.each([
    ['a Sunday', '2026-11-22T14:00:00Z', '2026-11-24T10:40:00.000Z'],
    ['03:00 of a Thursday', '2026-11-26T03:00:00Z', '2026-11-24T10:40:00.000Z'],
    ['19:10 of the Tuesday itself', '2026-11-24T19:10:00Z', '2026-11-24T10:40:00.000Z'],
    ['a Saturday', '2026-11-28T09:00:00Z', '2026-12-01T10:40:00.000Z'],
  ])('is the nearest Tuesday, 10:40, when it is started on %s', (_, started, begins) => {
    expect(nearestMorning(new Date(started), 'Africa/Accra').toISOString()).toBe(begins)
  })

  it('is never more than three and a half days away, whatever the hour', () => {
    const aFewYears = { min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(aFewYears), (now) => {
        const away = Math.abs(nearestMorning(now, 'Africa/Accra').getTime() - now.getTime())
        expect(away).toBeLessThanOrEqual(3.5 * 86_400_000)
      }),
    )
  })
})
