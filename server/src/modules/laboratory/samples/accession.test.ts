import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utcDay } from '#server/platform/clock.ts'
import { checkDigit } from '#server/platform/damm.ts'
import { accessionNumber, isAccessionNumber } from './accession.ts'

const anyNumber = fc
  .tuple(
    fc.integer({ min: 1, max: 99 }),
    fc.date({ min: new Date('2026-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    fc.integer({ min: 1, max: 99_999 }),
  )
  .map(([site, date, sequence]) => accessionNumber(site, utcDay(date), sequence))

describe('an accession number', () => {
  it('an accession number contains site, day and sequence', () => {
    expect(accessionNumber(1, '2026-11-20', 42)).toBe(`0126112000042${checkDigit('0126112000042')}`)
    // The published example of the method.
    expect(checkDigit('572')).toBe('4')
  })

  it('an accession number with one wrong digit is refused', () => {
    fc.assert(
      fc.property(anyNumber, (number) => {
        expect(isAccessionNumber(number)).toBe(true)
        for (let place = 0; place < number.length; place++) {
          for (let digit = 0; digit < 10; digit++) {
            const typed = `${number.slice(0, place)}${digit}${number.slice(place + 1)}`
            expect(isAccessionNumber(typed)).toBe(typed === number)
          }
        }
      }),
    )
  })

  it('an accession number with two adjacent digits swapped is refused', () => {
    fc.assert(
      fc.property(anyNumber, (number) => {
        for (let place = 0; place + 1 < number.length; place++) {
          const [a = '', b = ''] = [number[place], number[place + 1]]
          const typed = `${number.slice(0, place)}${b}${a}${number.slice(place + 2)}`
          expect(isAccessionNumber(typed)).toBe(a === b)
        }
      }),
    )
  })

  it('the sequence of an accession number has at most five digits', () => {
    expect(() => accessionNumber(1, '2026-11-20', 100_000)).toThrow(RangeError)
    expect(() => accessionNumber(1, '2026-11-20', 0)).toThrow(RangeError)
  })
})
