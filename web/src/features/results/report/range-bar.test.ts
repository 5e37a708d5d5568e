import { expect, it } from 'vitest'
import { placeOf } from './range-bar.tsx'

it('puts the limits of a range at the ends of its drawn part, and what lies outside beyond them', () => {
  expect(placeOf(12, 12, 15)).toBeCloseTo(0.25)
  expect(placeOf(15, 12, 15)).toBeCloseTo(0.75)
  expect(placeOf(9.3, 12, 15)).toBeLessThan(0.25)
  expect(placeOf(900, 12, 15)).toBeLessThan(1)
})

it('draws a range that is open at one end up to that edge', () => {
  expect(placeOf(5.5, null, 5.5)).toBeCloseTo(0.75)
  expect(placeOf(90, 90, null)).toBeCloseTo(0.25)
  expect(placeOf(60, 90, null)).toBeLessThan(0.25)
  expect(placeOf(120, 90, null)).toBeGreaterThan(0.25)
})
