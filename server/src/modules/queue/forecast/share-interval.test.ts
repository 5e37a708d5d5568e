import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareInterval } from './share-interval.ts'

test('the interval of a share matches the published example', () => {
  // 81 of 263: R. G. Newcombe 1998, Statistics in Medicine 17:857, table I, method 3.
  const { share, least, most } = shareInterval(81, 263)
  expect(share).toBeCloseTo(0.308, 3)
  expect(least).toBeCloseTo(0.2553, 4)
  expect(most).toBeCloseTo(0.3662, 4)
})

test('a count of 0 has no share', () => {
  expect(shareInterval(0, 0)).toEqual({ share: null, least: null, most: null })
})

test('the interval contains the share, stays within 0 and 1, and narrows as the count grows', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (count, part) => {
        const held = Math.round(count * part)
        const { share, least, most } = shareInterval(held, count)
        const ten = shareInterval(held * 10, count * 10)
        expect(least).toBeGreaterThanOrEqual(0)
        expect(most).toBeLessThanOrEqual(1)
        expect(least).toBeLessThanOrEqual((share ?? 0) + 1e-12)
        expect(most).toBeGreaterThanOrEqual((share ?? 1) - 1e-12)
        expect((ten.most ?? 1) - (ten.least ?? 0)).toBeLessThan((most ?? 0) - (least ?? 0))
      },
    ),
  )
})
