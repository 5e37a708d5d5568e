import { describe, expect, it } from 'vitest'
import { sayChange } from './change-words.ts'

const before = 'the 30 days before'

describe('a change', () => {
  it('is said in a sentence', () => {
    expect(sayChange('count', 112, 100, before)).toEqual({
      words: '12 % more than the 30 days before',
      direction: 'up',
    })
    expect(sayChange('minutes', 45, 60, before).words).toBe('25 % shorter than the 30 days before')
    expect(sayChange('count', 0, 4, before).words).toBe('100 % fewer than the 30 days before')
  })

  it('compares shares by points', () => {
    expect(sayChange('share', 0.12, 0.1, before).words).toBe(
      '2 percentage points higher than the 30 days before',
    )
    expect(sayChange('share', 0.1, 0.104, before).words).toBe(
      '0.4 percentage points lower than the 30 days before',
    )
    expect(sayChange('share', 0.1, 0.11, before).words).toMatch(/^1 percentage point lower/)
    expect(sayChange('share', 0.1, 0, before).words).toMatch(/^10 percentage points higher/)
  })

  it('says that there is nothing to compare with, and never divides by nothing', () => {
    expect(sayChange('count', 5, null, before).direction).toBe('unknown')
    expect(sayChange('minutes', null, 5, before).words).toBe('nothing here, unlike the 30 days before')
    expect(sayChange('count', 5, 0, before)).toEqual({ words: 'none in the 30 days before', direction: 'up' })
    expect(sayChange('count', 0, 0, before).words).toBe('the same as the 30 days before')
  })
})
