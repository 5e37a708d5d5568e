import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalOf, documentNumber, readAmount, sayAmount, taxWithin } from './amounts.ts'

const amounts = fc.integer({ min: 0, max: 1_000_000_000 })

describe('amounts and document numbers', () => {
  it('an amount is written with its currency and the decimal digits of that currency', () => {
    expect(sayAmount(123_450, 'GHS')).toBe('GHS 1,234.50')
    expect(sayAmount(5, 'GHS')).toBe('GHS 0.05')
    expect(sayAmount(-123_456_789, 'GHS')).toBe('−GHS 1,234,567.89')
    expect(sayAmount(1_500, 'XOF')).toBe('XOF 1,500')
  })

  it('an amount is read as people type it, and text that is no amount is refused', () => {
    expect(readAmount('12', 'GHS')).toBe(1_200)
    expect(readAmount('1,234.5', 'GHS')).toBe(123_450)
    expect(readAmount('12,50', 'GHS')).toBe(1_250)
    for (const wrong of ['', 'x', '-3', '1.234', '1.2.3', '1e3', '0x1'])
      expect([wrong, readAmount(wrong, 'GHS')]).toEqual([wrong, null])
    expect(readAmount('1.5', 'XOF')).toBeNull()
    expect(readAmount('1,000,000,000', 'XOF')).toBe(1_000_000_000)
  })

  it('an amount that was written as a decimal number is read back unchanged', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom('GHS', 'XOF', 'KWD'), (amount, currency) => {
        expect(readAmount(decimalOf(amount, currency), currency)).toBe(amount)
      }),
    )
  })

  it('the tax within an amount is at most half a minor unit from the exact tax', () => {
    expect(taxWithin(11_500, 1_500)).toBe(1_500)
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 10_000 }), (amount, rate) => {
        const exact = (amount * rate) / (10_000 + rate)
        expect(Math.abs(taxWithin(amount, rate) - exact)).toBeLessThanOrEqual(0.5000001)
      }),
    )
  })

  it('a document number has the kind, the year and six digits', () => {
    expect(documentNumber('receipt', 2026, 12)).toBe('R-2026-000012')
  })
})
