import { describe, expect, it } from 'vitest'
import { changesBetween } from './interval-changes.ts'
import { sayInterval, sayLimits, sayWho } from './interval-words.ts'

describe('a band in words', () => {
  it('says whom it is for', () => {
    expect(sayWho({ sex: 'any' })).toBe('All ages')
    expect(sayWho({ sex: 'any', ageMinYears: 0, ageMaxYears: 1 })).toBe('Under 1 year')
    expect(sayWho({ sex: 'female', ageMinYears: 12 })).toBe('Female from 12 years')
    expect(sayWho({ sex: 'any', ageMinYears: 2, ageMaxYears: 6 })).toBe('2 to under 6 years')
    expect(sayWho({ sex: 'any', ageMaxDays: 1 })).toBe('Under 1 day')
    expect(sayWho({ sex: 'any', ageMinDays: 1, ageMaxDays: 28 })).toBe('1 to under 28 days')
    expect(sayWho({ sex: 'male', ageMinDays: 28, ageMaxYears: 1 })).toBe('Male 28 days to under 1 year')
    expect(sayWho({ sex: 'female', ageMinYears: 18, condition: 'luteal' })).toBe(
      'Female from 18 years, luteal',
    )
  })

  it('says its limits as they are printed', () => {
    expect(sayLimits({ sex: 'any', low: 12, high: 15 }, 1)).toBe('12.0–15.0')
    expect(sayLimits({ sex: 'any', low: 90 }, 0)).toBe('from 90')
    expect(sayLimits({ sex: 'any', high: 5, criticalHigh: 20 }, 0)).toBe('up to 5, critical above 20')
    expect(sayLimits({ sex: 'any', criticalLow: 2.8, criticalHigh: 6.2 }, 1)).toBe(
      'critical below 2.8 or above 6.2',
    )
  })

  it('or the answers that are normal and critical', () => {
    expect(
      sayInterval({ ranges: [], normalOptions: ['Negative'], criticalOptions: ['2+', '3+'] }, null),
    ).toEqual(['Normal: Negative', 'Critical: 2+, 3+'])
  })
})

describe('what a version changed', () => {
  const woman = { sex: 'female' as const, ageMinYears: 12, low: 12, high: 15, criticalLow: 7 }
  const man = { sex: 'male' as const, ageMinYears: 12, low: 13, high: 17 }
  const version = (change: object = {}) => ({
    ranges: [man, woman],
    normalOptions: null,
    criticalOptions: null,
    source: 'Dacie & Lewis',
    ...change,
  })

  it('is nothing where only somebody confirmed it', () => {
    expect(changesBetween(version(), version(), 1)).toEqual([])
  })

  it('is said limit by limit, whatever the order of the bands', () => {
    const changed = version({ ranges: [{ ...woman, low: 11, criticalLow: undefined }, man] })
    expect(changesBetween(version(), changed, 1)).toEqual([
      'Female from 12 years: low 12.0 → 11.0, critical low 7.0 → none',
    ])
  })

  it('names bands that came and went', () => {
    const child = { sex: 'any' as const, ageMinYears: 1, ageMaxYears: 12, low: 11, high: 15 }
    expect(changesBetween(version(), version({ ranges: [child, man] }), 1)).toEqual([
      'New: 1 to under 12 years, 11.0–15.0',
      'Removed: Female from 12 years, 12.0–15.0, critical below 7.0',
    ])
  })

  it('names answers and source', () => {
    const before = version({ ranges: [], normalOptions: ['Negative'] })
    expect(changesBetween(before, { ...before, criticalOptions: ['3+'], source: 'Own' }, null)).toEqual([
      'Critical answers: none → 3+',
      'Source: Own',
    ])
  })
})
