import { describe, expect, it } from 'vitest'
import { noCoverage } from './coverage.ts'
import { headOfLine } from './simple-forecasts.ts'
import { type Known, waitToTell } from './wait-to-tell.ts'

const known = (more: Partial<Known> = {}): Known => ({
  services: 200,
  told: { class: 'walk-in', ahead: 2, predicted: { low: 6, median: 9, high: 13 } },
  coverage: noCoverage,
  head: 11,
  called: true,
  ...more,
})

describe('what is said of a wait', () => {
  it('is the range, if enough services were seen', () => {
    expect(waitToTell(known())).toEqual({ kind: 'range', low: 6, high: 13 })
  })

  it('is how long the head of the line has waited, if too few services were seen', () => {
    expect(waitToTell(known({ services: 19 }))).toEqual({ kind: 'head', minutes: 11 })
    expect(waitToTell(known({ told: null }))).toEqual({ kind: 'head', minutes: 11 })
  })

  it('is unknown, rather than a number without evidence', () => {
    expect(waitToTell(known({ services: 19, head: null }))).toEqual({ kind: 'unknown' })
    expect(waitToTell(known({ services: 19, called: false }))).toEqual({ kind: 'unknown' })
    const late = { low: 40, median: null, high: null }
    expect(waitToTell(known({ told: { class: 'walk-in', ahead: 9, predicted: late } }))).toEqual({
      kind: 'unknown',
    })
  })

  it('takes the person who has waited longest as the head of the line', () => {
    expect(headOfLine([{ arrivedAt: 5 }, { arrivedAt: 3 }], 10)).toBe(7)
    expect(headOfLine([], 10)).toBeNull()
  })
})
