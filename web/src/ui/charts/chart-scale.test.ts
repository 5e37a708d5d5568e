import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaOf, everyNth, gridOf, nearest, pathOf, roundUp, type Scale, xOf, yOf } from './chart-scale.ts'

const scale: Scale = { width: 120, height: 70, left: 10, right: 10, top: 10, bottom: 10, most: 50, count: 3 }

describe('a scale', () => {
  it('ends at a round value that nothing exceeds', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1e6, noNaN: true }), fc.boolean(), (highest, whole) => {
        const grid = gridOf(highest, whole)
        expect(grid[0]).toBe(0)
        expect(grid.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-9))
        expect(grid.length).toBeGreaterThanOrEqual(3)
        expect(grid.length).toBeLessThanOrEqual(7)
        if (whole) expect(grid.every(Number.isInteger)).toBe(true)
      }),
    )
  })

  it('rounds up to 1, 2, 5 and their tens, and stands at 1 for nothing', () => {
    expect([0, 0.3, 1, 1.2, 3, 7, 20, 21].map(roundUp)).toEqual([1, 0.5, 1, 2, 5, 10, 20, 50])
  })

  it('finds the place again that a value was drawn at', () => {
    for (const index of [0, 1, 2]) expect(nearest(scale, xOf(scale, index))).toBe(index)
    expect(nearest(scale, -40)).toBe(0)
    expect(nearest(scale, 400)).toBe(2)
    expect(yOf(scale, 0)).toBe(60)
    expect(yOf(scale, 50)).toBe(10)
  })
})

describe('a line', () => {
  it('is broken where nothing is known, and shows a value that stands alone', () => {
    expect(pathOf(scale, [0, 50, 25])).toBe('M10.0,60.0L60.0,10.0L110.0,35.0')
    expect(pathOf(scale, [0, null, 25])).toBe('M10.0,60.0h.01M110.0,35.0h.01')
    expect(pathOf(scale, [null, null, null])).toBe('')
  })

  it('fills only what it connects', () => {
    expect(areaOf(scale, [50, 50, null])).toBe('M10.0,60.0L10.0,10.0L60.0,10.0L60.0,60.0Z')
    expect(areaOf(scale, [null, 50, null])).toBe('')
  })

  it('names as many places as there is room for', () => {
    expect(everyNth(7, 350, 50)).toBe(1)
    expect(everyNth(30, 320, 50)).toBe(6)
    expect(everyNth(400, 320, 50)).toBeGreaterThan(60)
  })
})
