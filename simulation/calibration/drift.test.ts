import { describe, expect, it, vi } from 'vitest'
import { measure } from './measure.ts'
import { slowerService, wholeDay } from './scenarios.ts'
import { aroundSlowing, errorsOf, insideShare } from './table.ts'

// Some seconds each on an idle machine, and more on a busy one.
vi.setConfig({ testTimeout: 60_000 })
const runs = 60

describe('the range after service has become a fifth slower', () => {
  it('holds eight of ten again within 200 visits, though the forecast goes on believing what it has learned', () => {
    const { before, later } = aroundSlowing(measure(slowerService, runs))
    for (const some of [before, later]) {
      expect(insideShare(some, 'corrected')).toBeGreaterThan(0.75)
      expect(insideShare(some, 'corrected')).toBeLessThan(0.85)
    }
    expect(insideShare(later, 'raw')).toBeLessThan(0.7)
  })
})

describe('the forecast on whole days with appointments, no-shows, shifts and meals', () => {
  it('errs less than half as much as any formula, and holds eight of ten', () => {
    const cases = measure(wholeDay, runs)
    for (const formula of ['QL', 'QL with STAT', 'HOL', 'LES', 'position × service'] as const) {
      expect(errorsOf(cases, 'forecast').rmse).toBeLessThan(0.5 * errorsOf(cases, formula).rmse)
    }
    for (const which of ['raw', 'corrected'] as const) {
      expect(insideShare(cases, which)).toBeGreaterThan(0.75)
      expect(insideShare(cases, which)).toBeLessThan(0.85)
    }
  })
})
