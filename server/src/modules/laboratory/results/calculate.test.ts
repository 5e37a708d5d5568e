import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agesInYears } from '#server/modules/people/index.ts'
import { calculate, egfr, formulaOf, isCalculated } from './calculate.ts'

const patient = (gender: 'male' | 'female', years: number) => ({ gender, ages: agesInYears(years) })
const adult = patient('female', 34)

describe('calculated analytes', () => {
  it('red-cell indices match a textbook count', () => {
    const indices = calculate(['MCV', 'MCH', 'MCHC'], { RBC: 5, HGB: 15, HCT: 45 }, adult)
    expect(indices.MCV).toBeCloseTo(90)
    expect(indices.MCH).toBeCloseTo(30)
    expect(indices.MCHC).toBeCloseTo(33.3, 1)
  })

  it('absolute counts add up to the white cells if the percentages add up to 100', () => {
    const shares = { 'NEUT%': 60, 'LYMPH%': 30, 'MONO%': 6, 'EO%': 3, 'BASO%': 1 }
    const counts = calculate(['NEUT#', 'LYMPH#', 'MONO#', 'EO#', 'BASO#'], { WBC: 8, ...shares }, adult)
    expect(counts['NEUT#']).toBeCloseTo(4.8)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeCloseTo(8)
  })

  const person = fc
    .tuple(fc.constantFrom('male' as const, 'female' as const), fc.integer({ min: 0, max: 130 }))
    .map(([gender, years]) => patient(gender, years))
  const tenths = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map((n) => n / 10)

  it('red-cell indices multiply back to the values that they were calculated from', () => {
    fc.assert(
      fc.property(tenths(0.1, 20), tenths(0.1, 30), tenths(0.1, 90), person, (RBC, HGB, HCT, who) => {
        const { MCV = 0, MCH = 0, MCHC = 0 } = calculate(['MCV', 'MCH', 'MCHC'], { RBC, HGB, HCT }, who)
        expect((MCV * RBC) / 10).toBeCloseTo(HCT, 6)
        expect((MCH * RBC) / 10).toBeCloseTo(HGB, 6)
        // The three are not independent: MCHC = MCH × 100 ÷ MCV.
        expect((MCH * 100) / MCV).toBeCloseTo(MCHC, 6)
      }),
    )
  })

  it('calculated values are finite numbers or missing, and only the filtration rate depends on the patient', () => {
    const codes = ['MCV', 'MCH', 'MCHC', 'GLOBULIN', 'EGFR', 'NEUT#', 'LYMPH#', 'MONO#', 'EO#', 'BASO#']
    const inputs = ['RBC', 'HGB', 'HCT', 'WBC', 'NEUT%', 'LYMPH%', 'TOTAL-PROTEIN', 'ALBUMIN', 'CREATININE']
    const entered = fc.dictionary(fc.constantFrom(...inputs), fc.double({ noNaN: true, min: 0, max: 1e5 }))
    fc.assert(
      fc.property(entered, person, person, (values, one, other) => {
        const { EGFR, ...worked } = calculate(codes, values, one)
        for (const value of Object.values({ ...worked, EGFR: EGFR ?? 0 }))
          expect(value).toSatisfy(Number.isFinite)
        const { EGFR: _, ...forOther } = calculate(codes, values, other)
        expect(forOther).toEqual(worked)
        if (EGFR !== undefined) expect(one.ages.youngest.years).toBeGreaterThanOrEqual(18)
      }),
    )
  })

  it('every calculated analyte has a formula and a source', () => {
    for (const code of ['MCV', 'MCH', 'MCHC', 'GLOBULIN', 'EGFR', 'NEUT#', 'BASO#']) {
      expect(isCalculated(code)).toBe(true)
      expect(formulaOf(code)?.text).toMatch(/[×÷−]|CKD-EPI 2021/)
      expect(formulaOf(code)?.source).not.toBe('')
    }
    expect(formulaOf('HGB')).toBeNull()
    expect(formulaOf('constructor')).toBeNull()
  })

  it('analytes with missing inputs are left out, and an entered value is never replaced', () => {
    expect(calculate(['MCV', 'MCH', 'GLOBULIN'], { HCT: 45 }, adult)).toEqual({})
    expect(calculate(['MCV'], { RBC: 0, HCT: 45 }, adult)).toEqual({})
    expect(calculate(['MCV'], { RBC: 5, HCT: 45, MCV: 88 }, adult)).toEqual({})
    expect(calculate(['GLOBULIN'], { 'TOTAL-PROTEIN': 75, ALBUMIN: 42 }, adult)).toEqual({ GLOBULIN: 33 })
  })

  it('filtration rates match the published examples of the 2021 equation', () => {
    // Values of the equation's own table, creatinine in mg/dL times 88.4.
    expect(egfr(1.0 * 88.4, patient('male', 50))).toBeCloseTo(91.6, 0)
    expect(egfr(1.0 * 88.4, patient('female', 50))).toBeCloseTo(68.6, 0)
    expect(egfr(2.0 * 88.4, patient('male', 70))).toBeCloseTo(35, 0)
  })

  it('children have no filtration rate, and it falls with age and creatinine', () => {
    expect(egfr(60, patient('male', 17))).toBeUndefined()
    const [youngest, oldest] = [agesInYears(40).youngest, agesInYears(41).oldest]
    expect(egfr(60, { gender: 'male', ages: { youngest, oldest } })).toBeUndefined()
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 1500 }),
        fc.integer({ min: 18, max: 109 }),
        fc.constantFrom('male' as const, 'female' as const),
        (creatinine, age, gender) => {
          const rate = egfr(creatinine, patient(gender, age)) ?? 0
          expect(egfr(creatinine + 5, patient(gender, age))).toBeLessThan(rate)
          expect(egfr(creatinine, patient(gender, age + 1))).toBeLessThan(rate)
        },
      ),
    )
  })
})
