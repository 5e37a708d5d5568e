import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addAnalyte, addCatalogueTest } from './catalogue.ts'
import { proposeAnalyteCode, proposeTestCode } from './catalogue-codes.ts'

describe('a proposed code', () => {
  it.each([
    ['Lipid Profile', 'LP'],
    ['Thyroid Function Test (TFT)', 'TFT'],
    ['Troponin', 'TROPO'],
    ['Prothrombin Time & INR', 'PTI'],
    ['Épreuve', 'EPREU'],
    ['', ''],
    ['?', ''],
  ])('the code proposed for the test “%s” is “%s”', (name, code) => {
    expect(proposeTestCode(name, [])).toBe(code)
  })

  it.each([
    ['HDL Cholesterol', '', 'HDL-CHOLESTEROL'],
    ['Reticulocytes %', '', 'RETICULOCYTES%'],
    ['Glucose (2 h)', '', 'GLUCOSE-2-H'],
    ['', '2085-9', '2085-9'],
    ['', '', ''],
  ])('the code proposed for the analyte “%s” with LOINC code “%s” is “%s”', (name, loinc, code) => {
    expect(proposeAnalyteCode(name, loinc, [])).toBe(code)
  })

  it('a proposed code is not in use', () => {
    expect(proposeTestCode('Lipid Profile', ['LP', 'LP-2'])).toBe('LP-3')
    expect(proposeAnalyteCode('HDL', '', ['HDL'])).toBe('HDL-2')
  })

  it('a proposed code is accepted by the calls that add tests and analytes, whatever the name', () => {
    const { code: test } = addCatalogueTest.body.shape
    const { code: analyte } = addAnalyte.body.shape
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const codes = [proposeTestCode(name, ['AB']), proposeAnalyteCode(name, '', ['A'])] as const
        if (codes[0] !== '') expect(test.safeParse(codes[0]).success, codes[0]).toBe(true)
        if (codes[1] !== '') expect(analyte.safeParse(codes[1]).success, codes[1]).toBe(true)
      }),
    )
  })
})
