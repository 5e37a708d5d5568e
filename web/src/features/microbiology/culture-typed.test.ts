import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MicrobiologySetup } from '#contract/microbiology.ts'
import { growthAmountNames, methods } from '#contract/susceptibility.ts'
import { draftFrom, typedOf } from './culture-typed.ts'

const setup: MicrobiologySetup = {
  organisms: (
    [
      ['escherichia-coli', 'enterobacterales'],
      ['candida-albicans', 'yeast'],
    ] as const
  ).map(([code, group]) => ({ code, name: code, group, whonetCode: '', ended: false, version: 1 })),
  antibiotics: [],
  panels: [
    {
      group: 'enterobacterales',
      rows: [{ antibiotic: 'CRO', shown: 'always', after: [] }],
      version: 1,
    },
  ],
  ...{ breakpoints: null, rules: [], cultures: [] },
}
const analytes = [{ code: 'CULTURE-GROWTH' }, { code: 'CULTURE-GRAM' }]

const row = fc.record({
  antibiotic: fc.constantFrom('CIP', 'COL', 'MEM'),
  method: fc.constantFrom(...methods),
  text: fc.string(),
  shown: fc.constantFrom(true, false, null),
})
const isolate = fc.record({
  number: fc.integer({ min: 1, max: 12 }),
  organism: fc.constantFrom('', 'escherichia-coli', 'candida-albicans'),
  amount: fc.constantFrom(...growthAmountNames),
  comment: fc.string(),
  rows: fc.uniqueArray(row, { selector: ({ antibiotic }) => antibiotic }),
})
const isolates = fc.uniqueArray(isolate, { selector: ({ number }) => number, maxLength: 9 })
const values = fc.record({ 'CULTURE-GROWTH': fc.string(), 'CULTURE-GRAM': fc.string() })

test('a reading that is kept comes back as it was typed, with the panel of its organism', () => {
  fc.assert(
    fc.property(values, isolates, (given, typed) => {
      const kept = typedOf({ values: given, isolates: typed }, setup)
      const back = draftFrom(JSON.parse(JSON.stringify(kept)), analytes, setup)
      expect(back.values).toEqual(given)
      const sorted = [...typed].sort((one, other) => one.number - other.number)
      expect(back.isolates).toEqual(
        sorted.map(({ rows, ...one }) => ({ ...one, rows: expect.arrayContaining(rows) })),
      )
      expect(typedOf(draftFrom(typedOf(back, setup), analytes, setup), setup)).toEqual(typedOf(back, setup))
    }),
  )
})
