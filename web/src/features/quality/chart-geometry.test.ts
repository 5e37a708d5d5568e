import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameOf, mostSd, xOf, yOf } from './chart-geometry.ts'

test('the mean is in the middle, more is higher, and nothing leaves the drawing', () => {
  const frame = frameOf(640)
  expect(yOf(frame, 0)).toBe((yOf(frame, mostSd) + yOf(frame, -mostSd)) / 2)
  fc.assert(
    fc.property(
      fc.double({ min: -50, max: 50, noNaN: true }),
      fc.integer({ min: 1, max: 60 }),
      (z, count) => {
        expect(yOf(frame, z)).toBeGreaterThanOrEqual(frame.top)
        expect(yOf(frame, z)).toBeLessThanOrEqual(frame.height - frame.bottom)
        expect(yOf(frame, z + 0.5)).toBeLessThanOrEqual(yOf(frame, z))
        for (const index of [0, count - 1]) {
          expect(xOf(frame, index, count)).toBeGreaterThan(frame.left)
          expect(xOf(frame, index, count)).toBeLessThan(frame.width - frame.right)
        }
      },
    ),
  )
})

test('values stand in the order in which they were measured', () => {
  const frame = frameOf(390)
  const places = Array.from({ length: 30 }, (_, index) => xOf(frame, index, 30))
  expect(places).toEqual([...places].sort((a, b) => a - b))
})
