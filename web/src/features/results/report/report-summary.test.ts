import { describe, expect, it } from 'vitest'
import type { Trend } from '#contract/trends.ts'
import { sayChanges, sayCounts } from './report-summary.ts'

describe('the counts of a report in words', () => {
  it.each([
    [17, 2, '17 of 19 as usual, 2 to discuss'],
    [19, 0, 'All 19 as usual'],
    [0, 2, 'Both to discuss'],
    [1, 0, 'As usual'],
    [0, 1, 'To discuss'],
    [0, 0, ''],
  ])('%i within and %i outside their intervals: %s', (usual, flagged, words) => {
    expect(sayCounts({ usual, flagged })).toBe(words)
  })
})

describe('what changed since the measurement before', () => {
  type Flag = Trend['points'][number]['flag']
  const point = (at: string, flag: Flag, here = false) => ({
    at: `2026-03-${at}T08:00:00Z`,
    value: '10',
    number: 10,
    low: 12,
    high: 15,
    range: '12–15',
    unconfirmed: false,
    flag,
    here,
  })
  const trend = (code: string, ...points: Trend['points']): Trend => ({
    code,
    name: code,
    unit: 'g/L',
    points,
  })
  const day = (at: string) => `${Number(at.slice(8, 10))} March`

  it('the values that left, entered or stayed outside their interval are named', () => {
    const trends = [
      trend('HGB', point('02', ''), point('09', 'L', true)),
      trend('PLT', point('02', 'H'), point('09', '', true)),
      trend('ESR', point('02', 'H'), point('09', 'H', true)),
      trend('WBC', point('02', ''), point('09', '', true)),
    ]
    expect(sayChanges(trends, day)).toBe(
      'Compared with 2 March: now outside the usual range: Haemoglobin; back in the usual range: Platelets; still outside the usual range: Sedimentation rate.',
    )
  })

  it('values before and after this visit that are not next to it do not count', () => {
    const trends = [trend('HGB', point('01', 'L'), point('02', ''), point('09', '', true), point('12', 'H'))]
    expect(sayChanges(trends, day)).toBe(
      'Compared with 2 March: all measured numbers were as usual, and still are.',
    )
  })

  it('earlier measurements of several days are called the last ones', () => {
    const trends = [
      trend('HGB', point('02', ''), point('09', 'L', true)),
      trend('PLT', point('03', ''), point('09', '', true)),
    ]
    expect(sayChanges(trends, day)).toBe('Compared with last time: now outside the usual range: Haemoglobin.')
  })

  it('there is nothing to say about first measurements', () => {
    expect(sayChanges([trend('HGB', point('09', 'L', true))], day)).toBeNull()
  })
})
