import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePersonNumber, personNumber } from './person-number.ts'

const sequence = fc.integer({ min: 1, max: 200_000_000 })

describe('a person number', () => {
  it('a person number is P, eight digits and a check digit', () => {
    expect(personNumber(1234)).toMatch(/^P00001234\d$/)
    expect(() => personNumber(0)).toThrow(RangeError)
  })

  it('a person number is parsed with spaces, hyphens and lower-case letters', () => {
    fc.assert(
      fc.property(sequence, (one) => {
        const [letter, digits] = [personNumber(one).slice(0, 1), personNumber(one).slice(1)]
        for (const typed of [
          `${letter}${digits}`,
          ` p ${digits.slice(0, 4)} ${digits.slice(4)} `,
          `p-${digits.slice(0, 4)}-${digits.slice(4)}`,
        ]) {
          expect(parsePersonNumber(typed)).toBe(one)
        }
      }),
    )
  })

  it('a person number with one wrong digit or two swapped adjacent digits is refused', () => {
    fc.assert(
      fc.property(sequence, (one) => {
        const number = personNumber(one)
        for (let place = 1; place < number.length; place++) {
          for (let digit = 0; digit < 10; digit++) {
            const typed = `${number.slice(0, place)}${digit}${number.slice(place + 1)}`
            expect(parsePersonNumber(typed)).toBe(typed === number ? one : null)
          }
          const [a = '', b = ''] = [number[place], number[place + 1]]
          const swapped = `${number.slice(0, place)}${b}${a}${number.slice(place + 2)}`
          if (b !== '' && a !== b) expect(parsePersonNumber(swapped)).toBeNull()
        }
      }),
    )
  })

  it('a person number without its letter, with a digit missing, or empty is invalid', () => {
    for (const typed of ['', 'P', '000012347', 'P0000123', 'O000012347', 'P000000000']) {
      expect(parsePersonNumber(typed), typed).toBeNull()
    }
  })
})
