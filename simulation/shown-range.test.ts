import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ShownRange, shownRange } from './shown-range.ts'

const range = (low: number, high: number): ShownRange => ({ low, high })

describe('the shown range', () => {
  it('is the forecast rounded outward to steps of five minutes', () => {
    expect(shownRange(null, range(11, 18))).toEqual(range(10, 20))
    expect(shownRange(null, range(0, 0))).toEqual(range(0, 5))
    expect(shownRange(null, range(10, 20))).toEqual(range(10, 20))
    expect(shownRange(null, range(10, 10))).toEqual(range(10, 15))
  })

  it('stays the same while the forecast changes by less than a minute', () => {
    expect(shownRange(range(10, 20), range(9.2, 20.9))).toEqual(range(10, 20))
    expect(shownRange(range(10, 20), range(15.5, 14.4))).toEqual(range(10, 20))
    expect(shownRange(range(10, 20), range(8.9, 18))).toEqual(range(5, 20))
    expect(shownRange(range(10, 20), range(12, 21.1))).toEqual(range(10, 25))
    expect(shownRange(range(10, 20), range(16, 18))).toEqual(range(15, 20))
  })

  it('contains the forecast to within a minute, in whole steps, and is never more than two steps too wide', () => {
    const forecasts = fc.array(
      fc
        .tuple(fc.double({ min: 0, max: 90, noNaN: true }), fc.double({ min: 0, max: 40, noNaN: true }))
        .map(([low, width]) => range(low, low + width)),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(forecasts, (list) => {
        let shown: ShownRange | null = null
        for (const next of list) {
          shown = shownRange(shown, next)
          expect([shown.low % 5, shown.high % 5]).toEqual([0, 0])
          expect(shown.low).toBeLessThan(shown.high)
          expect(shown.low).toBeLessThanOrEqual(next.low + 1)
          expect(shown.high).toBeGreaterThanOrEqual(next.high - 1)
          expect(shown.high - shown.low).toBeLessThanOrEqual(next.high - next.low + 17)
        }
      }),
    )
  })

  it('changes each bound once a step while the forecast decreases evenly', () => {
    let shown = shownRange(null, range(30, 44))
    let changes = 0
    for (let passed = 0; passed <= 20; passed += 0.25) {
      const next = shownRange(shown, range(30 - passed + Math.sin(passed * 7) * 0.4, 44 - passed))
      if (next.low !== shown.low) changes++
      shown = next
    }
    expect(changes).toBe(4)
  })
})
