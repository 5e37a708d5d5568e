import { describe, expect, it } from 'vitest'
import type { FormAnalyte } from '#contract/results.ts'
import { oddDifferential } from './differential.ts'

describe('a differential white cell count', () => {
  const analytes = ['WBC', 'NEUT%', 'LYMPH%', 'MONO%', 'EO%', 'BASO%'].map(
    (code) => ({ code, decimals: 1 }) as FormAnalyte,
  )
  const typed = { 'NEUT%': '60', 'LYMPH%': '30', 'MONO%': '6', 'EO%': '3', 'BASO%': '1' }

  it('a sum of 100 % within rounding is not asked about', () => {
    expect(oddDifferential({ analytes }, typed)).toBeNull()
    expect(oddDifferential({ analytes }, { ...typed, 'MONO%': '6,9' })).toBeNull()
  })

  it('another sum is said', () => {
    expect(oddDifferential({ analytes }, { ...typed, 'NEUT%': '57.5' })).toBe('97.5 %')
  })

  it('an incomplete differential, and a test without one, are not asked about', () => {
    expect(oddDifferential({ analytes }, { ...typed, 'NEUT%': '' })).toBeNull()
    expect(oddDifferential({ analytes: analytes.slice(0, 3) }, typed)).toBeNull()
  })
})
