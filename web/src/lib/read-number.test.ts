import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readNumber } from './read-number.ts'

it('takes a point and a comma before the decimals', () => {
  expect(readNumber('12.9', 1)).toBe(12.9)
  expect(readNumber(' 12,9 ', 1)).toBe(12.9)
  expect(readNumber('250', 0)).toBe(250)
  expect(readNumber('-2.5', 1)).toBe(-2.5)
})

it('does not guess whether a comma parts thousands', () => {
  expect(readNumber('10,500', 1)).toBeNull()
  expect(readNumber('1,500', 0)).toBeNull()
  expect(readNumber('1,005', 3)).toBe(1.005)
})

it.each(['', 'many', '1.2.3', '1,200.5', '12 9', '1e5', '<5'])('is no number in %j', (typed) => {
  expect(readNumber(typed, 1)).toBeNull()
})

it('reads back what can be written with a point, and with a comma unless that may part thousands', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -999_999, max: 999_999 }),
      fc.integer({ min: 0, max: 4 }),
      (steps, decimals) => {
        const written = Number(`${steps}e-${decimals}`).toFixed(decimals)
        expect(readNumber(written, decimals)).toBe(Number(written))
        expect(readNumber(written.replace('.', ','), decimals)).toBe(Number(written))
      },
    ),
  )
})
