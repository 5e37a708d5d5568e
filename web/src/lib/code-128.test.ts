import bwip from 'bwip-js/node'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { code128 } from './code-128.ts'

/** What draws the printed labels: the screen must show the same bars. */
function printed(digits: string): number[] {
  const [drawn] = bwip.raw('code128', digits, {}) as unknown as [{ sbs: number[] }]
  return drawn.sbs
}

it('draws the bars of an accession number as the printed label has them', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{14}$/), (digits) => {
      expect(code128(digits)).toEqual(printed(digits))
    }),
    { numRuns: 300 },
  )
})

it('draws the bars of a person number as a label printer would', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^P\d{9,12}$/), (number) => {
      expect(code128(number)).toEqual(printed(number))
    }),
    { numRuns: 300 },
  )
})

it('refuses what is neither', () => {
  for (const text of ['', '123', '12a4', 'P12']) expect(() => code128(text)).toThrow(RangeError)
})
