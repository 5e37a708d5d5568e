import type { Gender } from '#contract/options.ts'

/**
 * Analytes that are worked out from others. Units are those of the catalogue: RBC 10*6/uL, HGB g/dL, HCT %, WBC 10*3/uL,
 * creatinine umol/L, total protein and albumin g/L.
 */
type Values = Readonly<Record<string, number | undefined>>
type Person = { gender: Gender; age: number }

/** Red-cell indices. Source: Dacie and Lewis, Practical Haematology, 12th ed., chapter 3. */
const formulas: Readonly<Record<string, (values: Values, person: Person) => number | undefined>> = {
  /** fL = HCT % × 10 / RBC */
  MCV: ({ HCT, RBC }) => quotient(HCT, RBC, 10),
  /** pg = HGB g/dL × 10 / RBC */
  MCH: ({ HGB, RBC }) => quotient(HGB, RBC, 10),
  /** g/dL = HGB g/dL × 100 / HCT % */
  MCHC: ({ HGB, HCT }) => quotient(HGB, HCT, 100),
  /** g/L = total protein − albumin */
  GLOBULIN: (values) => {
    const [total, albumin] = [values['TOTAL-PROTEIN'], values.ALBUMIN]
    return total === undefined || albumin === undefined ? undefined : total - albumin
  },
  EGFR: ({ CREATININE }, person) => (CREATININE === undefined ? undefined : egfr(CREATININE, person)),
  ...Object.fromEntries(
    ['NEUT', 'LYMPH', 'MONO', 'EO', 'BASO'].map((cell) => [
      `${cell}#`,
      // 10*3/uL = WBC × share in % / 100
      (values: Values) => {
        const [white, share] = [values.WBC, values[`${cell}%`]]
        return white === undefined || share === undefined ? undefined : (white * share) / 100
      },
    ]),
  ),
}

function quotient(above: number | undefined, below: number | undefined, factor: number): number | undefined {
  return above === undefined || below === undefined || below === 0 ? undefined : (above * factor) / below
}

/**
 * Glomerular filtration rate, mL/min/1.73 m², CKD-EPI 2021 without race; adults only. Creatinine in umol/L, of which
 * 88.4 are 1 mg/dL. Source: Inker et al., N Engl J Med 2021; 385:1737–1749.
 */
export function egfr(creatinine: number, { gender, age }: Person): number | undefined {
  if (age < 18 || creatinine <= 0) return undefined
  const female = gender === 'female'
  const ratio = creatinine / 88.4 / (female ? 0.7 : 0.9)
  const alpha = female ? -0.241 : -0.302
  return 142 * Math.min(ratio, 1) ** alpha * Math.max(ratio, 1) ** -1.2 * 0.9938 ** age * (female ? 1.012 : 1)
}

export const isCalculated = (code: string): boolean => Object.hasOwn(formulas, code)

/** The calculated ones of `codes` that the entered values suffice for. An analyser's own value is never replaced. */
export function calculate(codes: readonly string[], entered: Values, person: Person): Record<string, number> {
  const results: Record<string, number> = {}
  for (const code of codes) {
    const value =
      entered[code] === undefined && isCalculated(code) ? formulas[code]?.(entered, person) : undefined
    if (value !== undefined && Number.isFinite(value)) results[code] = value
  }
  return results
}
