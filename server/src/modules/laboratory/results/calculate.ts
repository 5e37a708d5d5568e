import type { Patient } from '#server/modules/catalogue/index.ts'

/**
 * Analytes that are calculated from others. Units are those of the catalogue: RBC 10*6/uL, HGB g/dL, HCT %, WBC 10*3/uL,
 * creatinine umol/L, total protein and albumin g/L.
 */
type Values = Readonly<Record<string, number | undefined>>

type Formula = {
  /** The formula as it is shown at entry. */
  readonly text: string
  readonly source: string
  /** Undefined if values are missing. */
  readonly work: (values: Values, patient: Patient) => number | undefined
}

const redCells = 'Dacie and Lewis, Practical Haematology, 12th ed., chapter 3'
const cells = {
  NEUT: 'neutrophils',
  LYMPH: 'lymphocytes',
  MONO: 'monocytes',
  EO: 'eosinophils',
  BASO: 'basophils',
}

const formulas: Readonly<Record<string, Formula>> = {
  MCV: { text: 'HCT (%) × 10 ÷ RBC', source: redCells, work: ({ HCT, RBC }) => quotient(HCT, RBC, 10) },
  MCH: { text: 'HGB (g/dL) × 10 ÷ RBC', source: redCells, work: ({ HGB, RBC }) => quotient(HGB, RBC, 10) },
  MCHC: {
    text: 'HGB (g/dL) × 100 ÷ HCT (%)',
    source: redCells,
    work: ({ HGB, HCT }) => quotient(HGB, HCT, 100),
  },
  GLOBULIN: {
    text: 'Total protein − albumin',
    source: 'By definition: what of the protein is not albumin',
    work: (values) => {
      const [total, albumin] = [values['TOTAL-PROTEIN'], values.ALBUMIN]
      return total === undefined || albumin === undefined ? undefined : total - albumin
    },
  },
  EGFR: {
    text: 'CKD-EPI 2021 from creatinine, age and sex, without race; adults only',
    source: 'Inker et al., N Engl J Med 2021; 385:1737–1749',
    work: ({ CREATININE }, patient) => (CREATININE === undefined ? undefined : egfr(CREATININE, patient)),
  },
  ...Object.fromEntries(
    Object.entries(cells).map(([cell, name]) => [
      `${cell}#`,
      {
        text: `WBC × ${name} (%) ÷ 100`,
        source: 'By definition: the share of the white cells',
        work: (values: Values) => {
          const [white, share] = [values.WBC, values[`${cell}%`]]
          return white === undefined || share === undefined ? undefined : (white * share) / 100
        },
      },
    ]),
  ),
}

function quotient(above: number | undefined, below: number | undefined, factor: number): number | undefined {
  return above === undefined || below === undefined || below === 0 ? undefined : (above * factor) / below
}

/**
 * Glomerular filtration rate, mL/min/1.73 m², CKD-EPI 2021 without race; adults only. Creatinine in umol/L, of which
 * 88.4 are 1 mg/dL. Undefined where the age in whole years is not known. Source: Inker et al., N Engl J Med 2021; 385:1737–1749.
 */
export function egfr(creatinine: number, { gender, ages }: Patient): number | undefined {
  const age = ages.youngest.years
  if (age < 18 || age !== ages.oldest.years || creatinine <= 0) return undefined
  const female = gender === 'female'
  const ratio = creatinine / 88.4 / (female ? 0.7 : 0.9)
  const alpha = female ? -0.241 : -0.302
  return 142 * Math.min(ratio, 1) ** alpha * Math.max(ratio, 1) ** -1.2 * 0.9938 ** age * (female ? 1.012 : 1)
}

const known = (code: string): Formula | undefined =>
  Object.hasOwn(formulas, code) ? formulas[code] : undefined

export const isCalculated = (code: string): boolean => known(code) !== undefined

/** The formula of a calculated analyte as text; null for one that is entered. */
export function formulaOf(code: string): { text: string; source: string } | null {
  const formula = known(code)
  return formula ? { text: formula.text, source: formula.source } : null
}

/** Values of those of `codes` that can be calculated from the entered values. An entered value is never replaced. */
export function calculate(
  codes: readonly string[],
  entered: Values,
  patient: Patient,
): Record<string, number> {
  const results: Record<string, number> = {}
  for (const code of codes) {
    const value = entered[code] === undefined ? known(code)?.work(entered, patient) : undefined
    if (value !== undefined && Number.isFinite(value)) results[code] = value
  }
  return results
}
