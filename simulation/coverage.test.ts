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

/** People who wait by one law, however long they were told to; answers what was known and how many the ranges held. */
function live(known: Coverage, count: number, law: { mean: number; sd: number }, about = told()) {
  const random = stream(count, `${law.mean}`)
  let inside = 0
  for (let i = 0; i < count; i++) {
    const wait = draw({ kind: 'normal', ...law }, random)
    const { low, high } = correctedRange(known, about)
    if (low !== null && high !== null && low <= wait && wait <= high) inside++
    known = learnCoverage(known, about, wait)
  }
  return { known, inside: inside / count }
}

describe('the correction of a range', () => {
  it('leaves the range alone until enough is known', () => {
    expect(correctedRange(noCoverage, told())).toEqual(told().predicted)
    const { known } = live(noCoverage, 50, { mean: 20, sd: 1 })
    expect(correctedRange(known, told())).toEqual(told().predicted)
  })

  it('holds eight of ten whether the model is right, too sure, too careful or wrong', () => {
    for (const law of [
      { mean: 10, sd: 1.56 },
      { mean: 10, sd: 6 },
      { mean: 10, sd: 0.4 },
      { mean: 16, sd: 2 },
    ]) {
      const { known } = live(noCoverage, 300, law)
      const { inside } = live(known, 500, law)
      expect(Math.abs(inside - 0.8)).toBeLessThan(0.06)
    }
  })

  it('comes back within 200 people after everything has become slower', () => {
    const before = live(noCoverage, 600, { mean: 10, sd: 1.56 })
    const after = live(before.known, 200, { mean: 12, sd: 1.9 })
    const later = live(after.known, 400, { mean: 12, sd: 1.9 })
    expect(live(noCoverage, 50, { mean: 12, sd: 1.9 }).inside).toBeLessThan(0.6)
    expect(later.inside).toBeGreaterThan(0.75)
    expect(later.inside).toBeLessThan(0.87)
  })

  it('learns for each class and length of queue apart, and lends to those it knows little of', () => {
    const { known } = live(noCoverage, 300, { mean: 16, sd: 2 })
    const both = live(known, 300, { mean: 10, sd: 1.5 }, told({ class: 'stat', ahead: 0 })).known
    expect(correctedRange(both, told()).high).toBeGreaterThan(17)
    expect(correctedRange(both, told({ class: 'stat', ahead: 1 })).high).toBeLessThan(14)
    const unknown = correctedRange(known, told({ class: 'appointment', ahead: null }))
    expect(unknown.high).toBeGreaterThan(17)
  })

  it('keeps what is unknown unknown, and never a low end above the high one', () => {
    const { known } = live(noCoverage, 300, { mean: 10, sd: 0.01 })
    const { low, high } = correctedRange(known, told({ predicted: { low: 9.9, median: 10, high: 10.1 } }))
    expect(low).toBeLessThanOrEqual(high ?? 0)
    const open = told({ predicted: { low: 5, median: null, high: null } })
    expect(correctedRange(known, open)).toEqual(open.predicted)
    expect(learnCoverage(known, open, 9)).toBe(known)
  })

  it('survives being stored, at a bounded size', () => {
    const { known } = live(noCoverage, 1000, { mean: 10, sd: 2 })
    expect(JSON.parse(JSON.stringify(known))).toEqual(known)
    expect(Object.values(known.misses).map((list) => list.length)).toEqual([300, 300])
  })
})
