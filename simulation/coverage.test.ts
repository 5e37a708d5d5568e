import { describe, expect, it } from 'vitest'
import { type Coverage, correctedRange, learnCoverage, noCoverage, type Told } from './coverage.ts'
import { draw } from './distributions.ts'
import { stream } from './random.ts'

const told = (more: Partial<Told> = {}): Told => ({
  class: 'walk-in',
  ahead: 7,
  predicted: { low: 8, median: 10, high: 12 },
  ...more,
})

/** Simulates people whose waits follow one distribution; returns what was learned, and how many waits were in their ranges. */
function live(known: Coverage, count: number, distribution: { mean: number; sd: number }, about = told()) {
  const random = stream(count, `${distribution.mean}`)
  let inside = 0
  for (let i = 0; i < count; i++) {
    const wait = draw({ kind: 'normal', ...distribution }, random)
    const { low, high } = correctedRange(known, about)
    if (low !== null && high !== null && low <= wait && wait <= high) inside++
    known = learnCoverage(known, about, wait)
  }
  return { known, inside: inside / count }
}

describe('the correction of a range', () => {
  it('does not change the range until enough waits are known', () => {
    expect(correctedRange(noCoverage, told())).toEqual(told().predicted)
    const { known } = live(noCoverage, 50, { mean: 20, sd: 1 })
    expect(correctedRange(known, told())).toEqual(told().predicted)
  })

  it('covers eight of ten waits whether the model is right, too narrow, too wide or wrong', () => {
    for (const distribution of [
      { mean: 10, sd: 1.56 },
      { mean: 10, sd: 6 },
      { mean: 10, sd: 0.4 },
      { mean: 16, sd: 2 },
    ]) {
      const { known } = live(noCoverage, 300, distribution)
      const { inside } = live(known, 500, distribution)
      expect(Math.abs(inside - 0.8)).toBeLessThan(0.06)
    }
  })

  it('recovers within 200 people after service has become slower', () => {
    const before = live(noCoverage, 600, { mean: 10, sd: 1.56 })
    const after = live(before.known, 200, { mean: 12, sd: 1.9 })
    const later = live(after.known, 400, { mean: 12, sd: 1.9 })
    expect(live(noCoverage, 50, { mean: 12, sd: 1.9 }).inside).toBeLessThan(0.6)
    expect(later.inside).toBeGreaterThan(0.75)
    expect(later.inside).toBeLessThan(0.87)
  })

  it('learns separately for each class and queue length, and uses all waits where it knows few', () => {
    const { known } = live(noCoverage, 300, { mean: 16, sd: 2 })
    const both = live(known, 300, { mean: 10, sd: 1.5 }, told({ class: 'stat', ahead: 0 })).known
    expect(correctedRange(both, told()).high).toBeGreaterThan(17)
    expect(correctedRange(both, told({ class: 'stat', ahead: 1 })).high).toBeLessThan(14)
    const unknown = correctedRange(known, told({ class: 'appointment', ahead: null }))
    expect(unknown.high).toBeGreaterThan(17)
  })

  it('keeps an unknown end unknown, and never puts the low end above the high end', () => {
    const { known } = live(noCoverage, 300, { mean: 10, sd: 0.01 })
    const { low, high } = correctedRange(known, told({ predicted: { low: 9.9, median: 10, high: 10.1 } }))
    expect(low).toBeLessThanOrEqual(high ?? 0)
    const open = told({ predicted: { low: 5, median: null, high: null } })
    expect(correctedRange(known, open)).toEqual(open.predicted)
    expect(learnCoverage(known, open, 9)).toBe(known)
  })

  it('is the same after it was stored as JSON, at a bounded size', () => {
    const { known } = live(noCoverage, 1000, { mean: 10, sd: 2 })
    expect(JSON.parse(JSON.stringify(known))).toEqual(known)
    expect(Object.values(known.misses).map((list) => list.length)).toEqual([300, 300])
  })
})
