import { describe, expect, it } from 'vitest'
import type { Trend } from '#contract/trends.ts'
import { named, sayTrend, shapeOf } from './trend-shape.ts'

const box = { width: 100, height: 50, edge: 10 }
const point = (at: string, number: number, low: number | null = 12, high: number | null = 15) => ({
  at: `2026-03-${at}T08:00:00Z`,
  value: number.toFixed(1),
  number,
  low,
  high,
  range: '12.0–15.0',
  unconfirmed: false,
  flag: '' as const,
  here: false,
})

describe('the shape of a trend', () => {
  it('puts times evenly across and values by one scale, more at the top', () => {
    const { dots } = shapeOf([point('01', 12), point('02', 15), point('05', 12)], box)
    expect(dots).toEqual([
      { x: 10, y: 40, outside: false },
      { x: 30, y: 10, outside: false },
      { x: 90, y: 40, outside: false },
    ])
  })

  it('draws around each value the range of its time, without a gap between them', () => {
    const { bands, dots } = shapeOf([point('01', 9), point('03', 14, 10, 14)], box)
    expect(bands.map(({ x, width }) => [x, width])).toEqual([
      [0, 50],
      [50, 50],
    ])
    expect(dots[0]?.outside).toBe(true)
    expect(dots[0]?.y).toBeGreaterThan((bands[0]?.y ?? 0) + (bands[0]?.height ?? 0))
    expect(dots[1]?.outside).toBe(false)
    expect(dots[1]?.y).toBeCloseTo(bands[1]?.y ?? 0)
  })

  it('lets an open range reach to the edge, and draws none where there is none', () => {
    const upTo = shapeOf([point('01', 3, null, 5), point('02', 4, null, 5)], box).bands[0]
    expect((upTo?.y ?? 0) + (upTo?.height ?? 0)).toBe(50)
    expect(shapeOf([point('01', 3, 2, null), point('02', 4, 2, null)], box).bands[0]?.y).toBe(0)
    expect(shapeOf([point('01', 3, null, null), point('02', 3, null, null)], box).bands).toEqual([])
  })

  it('stands in the middle where nothing differs', () => {
    const { dots } = shapeOf([point('01', 3, null, null), point('01', 3, null, null)], box)
    expect(dots).toEqual([
      { x: 50, y: 25, outside: false },
      { x: 50, y: 25, outside: false },
    ])
  })
})

it('says the course in a sentence', () => {
  const trend: Trend = {
    code: 'HGB',
    name: 'HGB',
    unit: 'g/dL',
    points: [point('01', 12.9), point('02', 10.4)],
  }
  expect(sayTrend(trend, (at) => at.slice(0, 10))).toBe(
    'HGB: 2 measurements, from 12.9 g/dL on 2026-03-01 to 10.4 g/dL on 2026-03-02. Usual range now: 12.0–15.0.',
  )
})

describe('the names of the axes of a trend', () => {
  it('the grid has round values with the digits that tell them apart', () => {
    expect(shapeOf([point('01', 12), point('02', 14.2)], box).grid.map(({ text }) => text)).toEqual([
      '12',
      '13',
      '14',
      '15',
    ])
    const small = shapeOf([point('01', 1.01, null, null), point('02', 1.02, null, null)], box)
    expect(small.grid.map(({ text }) => text)).toEqual(['1.010', '1.015', '1.020'])
  })

  it('the last place is named, and others that are far enough from the next named one', () => {
    expect([...named([0, 30, 50, 100, 110], 40)].sort()).toEqual([0, 2, 4])
    expect([...named([], 40)]).toEqual([])
  })
})
