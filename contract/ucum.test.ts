import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { whyNotUcum } from './ucum.ts'

describe('a unit', () => {
  it.each([
    '',
    '1',
    '%',
    'g/dL',
    'mmol/L',
    'umol/L',
    '10*3/uL',
    '10*9/L',
    '/uL',
    '/[HPF]',
    'm[IU]/L',
    'k[IU]/L',
    'mL/min/{1.73_m2}',
    'mm/h',
    'mm[Hg]',
    '{titer}',
    '[pH]',
    'ug{FEU}/mL',
    'mg/mmol',
    'mosm/kg',
    'g/(24.h)',
    'cm2',
    's',
    '{INR}',
  ])('%s is UCUM', (unit) => {
    expect(whyNotUcum(unit)).toBeNull()
  })

  it.each([
    ['µmol/L', 'umol/L'],
    ['μg/mL', 'ug/mL'],
    ['mcg/dL', 'ug/dL'],
    ['mg/dl', 'mg/dL'],
    ['mmol / l', 'mmol/L'],
    ['x10^3/uL', '10*3/uL'],
    ['10^9/L', '10*9/L'],
    ['IU/L', '[IU]/L'],
    ['mIU/mL', 'm[IU]/mL'],
    ['cells/uL', '/uL'],
    ['mmHg', 'mm[Hg]'],
    ['mm/hr', 'mm/h'],
    ['ratio', '1'],
    ['/HPF', '/[HPF]'],
  ])('%s is written as %s', (slip, right) => {
    expect(whyNotUcum(slip)).toBe(`“${slip}” is not written as UCUM writes it: “${right}” is`)
  })

  it.each(['mmol//L', 'mmol/', 'foo', 'MMOL/L', 'g dL', '10*', '(g', 'g)', '/', '{', '%%', 'mg%'])(
    '%s is none',
    (text) => {
      expect(whyNotUcum(text)).toContain('is not a unit of UCUM')
    },
  )

  it('a unit is parsed in bounded time for any input', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'mgLIU10*/.{}[]%'), { maxLength: 40 }), (letters) => {
        whyNotUcum(letters.join(''))
      }),
    )
  })
})
