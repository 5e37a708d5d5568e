import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differByOneLetter } from './name-difference.ts'

describe('two names', () => {
  it('two names differ by one letter if one is substituted, inserted, deleted or swapped with the next', () => {
    for (const [one, other] of [
      ['Ama Mensah', 'Ama Mensa'],
      ['Ama Mensah', 'ama Mansah'],
      ['Kwame', 'Kwaem'],
      ['Ɛsi', 'Ɛki'],
      ['A', ''],
    ] as const) {
      expect(differByOneLetter(one, other), `${one}, ${other}`).toBe(true)
    }
    for (const [one, other] of [
      ['Ama Mensah', 'AMA MENSAH'],
      ['Ama Mensah', 'Ama Owusu'],
      ['Kofi', 'Koif A'],
    ] as const) {
      expect(differByOneLetter(one, other), `${one}, ${other}`).toBe(false)
    }
  })

  it('the comparison of names is symmetric, and notices any deleted letter', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (name, at) => {
        const letters = [...name.toLowerCase().normalize('NFC')]
        const less = letters.filter((_, index) => index !== at % letters.length).join('')
        // NFC composition of the rest may give different letters.
        fc.pre(less.normalize('NFC') === less && less.toLowerCase() === less)
        expect(differByOneLetter(letters.join(''), less)).toBe(true)
        expect(differByOneLetter(less, letters.join(''))).toBe(true)
      }),
    )
  })
})
