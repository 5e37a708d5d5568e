import { describe, expect, it } from 'vitest'
import { comparisonOf, insightsAddress, rangeOf } from './insights-search.ts'

const today = '2026-05-12'
const nothing = { from: undefined, to: undefined }

describe('a period', () => {
  it.each([
    ['today', '2026-05-12', '2026-05-12'],
    ['7d', '2026-05-06', '2026-05-12'],
    ['30d', '2026-04-13', '2026-05-12'],
    ['month', '2026-05-01', '2026-05-12'],
    ['last-month', '2026-04-01', '2026-04-30'],
    ['quarter', '2026-04-01', '2026-05-12'],
    ['year', '2026-01-01', '2026-05-12'],
  ] as const)('%s goes from %s to %s', (period, from, to) => {
    expect(rangeOf({ period, ...nothing }, today)).toEqual({ from, to })
  })

  it('goes back over the year', () => {
    expect(rangeOf({ period: 'last-month', ...nothing }, '2026-01-31')).toEqual({
      from: '2025-12-01',
      to: '2025-12-31',
    })
    expect(rangeOf({ period: 'quarter', ...nothing }, '2026-12-31').from).toBe('2026-10-01')
  })

  it('of one’s own is put in order, and filled up where a day is missing', () => {
    const own = { period: 'custom' } as const
    expect(rangeOf({ ...own, from: '2026-05-03', to: '2026-05-01' }, today)).toEqual({
      from: '2026-05-01',
      to: '2026-05-03',
    })
    expect(rangeOf({ ...own, from: undefined, to: '2026-03-31' }, today).from).toBe('2026-03-02')
  })

  it.each([
    ['today', 'days'],
    ['30d', 'days'],
    ['month', 'month'],
    ['last-month', 'month'],
    ['quarter', 'quarter'],
    ['year', 'year'],
  ] as const)('%s is compared with the %s before', (period, compareWith) => {
    const range = rangeOf({ period, ...nothing }, today)
    expect(comparisonOf({ period, compareWith: undefined }, range)).toBe(compareWith)
  })

  it('is compared with what is asked for, unless that is not before it', () => {
    const range = rangeOf({ period: '30d', ...nothing }, today)
    expect(comparisonOf({ period: '30d', compareWith: 'year' }, range)).toBe('year')
    const quarter = { from: '2026-01-01', to: '2026-03-31' }
    expect(comparisonOf({ period: 'custom', compareWith: 'month' }, quarter)).toBe('quarter')
  })
})

describe('an address', () => {
  it('is read as far as it means anything', () => {
    const read = insightsAddress.read({
      period: 'custom',
      from: '2026-02-01',
      to: 'soon',
      priority: 'whenever',
    })
    expect(read).toMatchObject({ period: 'custom', from: '2026-02-01', to: undefined, priority: undefined })
    expect(insightsAddress.read({ period: 'for ever', from: '2026-02-01' })).toMatchObject({
      period: undefined,
      from: undefined,
    })
  })
})
