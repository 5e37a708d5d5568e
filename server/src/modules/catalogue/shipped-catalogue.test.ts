import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loincNotice } from '#contract/catalogue.ts'
import {
  analyteFaults,
  type Band,
  type Interval,
  intervalFaults,
  type Measured,
} from '#contract/interval-rules.ts'
import type { LoincProperty } from '#contract/loinc-properties.ts'
import { whyNotUcum } from '#contract/ucum.ts'
import { checkDigitFits, propertyOf, whyNotUnit } from './loinc.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../data/${name}`, import.meta.url), 'utf8'))
const tests: string[] = read('tests.json').map((test: { code: string }) => test.code)

type Writable = {
  code: string
  unit: string
  loinc: string | null
  decimals?: number
  options?: string[]
  normalOptions?: string[]
  criticalOptions?: string[]
  ranges: { -readonly [Key in keyof Band]: Band[Key] }[]
}

/** The shipped catalogue with one change in one analyte. */
function broken(code: string, damage: (analyte: Writable) => void): string[] {
  const file = read('analytes.json')
  damage(file.analytes.find((analyte: Writable) => analyte.code === code))
  return catalogueFaults(file, tests)
}

describe('the shipped catalogue', () => {
  it('the shipped catalogue passes its check', () => {
    const file: CatalogueFile = read('analytes.json')
    expect(file.analytes.length).toBeGreaterThan(80)
    expect(catalogueFaults(file, tests)).toEqual([])
  })

  it('the shipped catalogue carries the notice that the LOINC licence requires', () => {
    const notice = readFileSync(new URL('../../../../NOTICE', import.meta.url), 'utf8').replace(/\s+/g, ' ')
    expect(notice).toContain(loincNotice)
  })
})

/** The fault, its place, and a part of the message. */
const damages: [string, string, (analyte: Writable) => void, string][] = [
  [
    'a count per volume in percent',
    'NEUT#',
    (analyte) => {
      analyte.unit = '%'
    },
    'NEUT#: LOINC 751-8 stands for number per volume (NCnc), which is not measured in “%”',
  ],
  [
    'the code of a share on a count',
    'LYMPH#',
    (analyte) => {
      analyte.loinc = '736-9'
    },
    'LYMPH#: 736-9 is NFr, its name says [#/volume]',
  ],
  [
    'moles where the code says mass',
    'HGB',
    (analyte) => {
      analyte.unit = 'mmol/L'
    },
    'HGB: LOINC 718-7 stands for mass per volume (MCnc)',
  ],
  [
    'mass where the code says moles',
    'CREATININE',
    (analyte) => {
      analyte.unit = 'mg/dL'
    },
    'CREATININE: LOINC 14682-9 stands for amount of substance per volume (SCnc)',
  ],
  [
    'a number without a unit',
    'URE-PUS-CELLS',
    (analyte) => {
      analyte.unit = ''
    },
    'URE-PUS-CELLS',
  ],
  [
    'a presence with a unit',
    'URE-PROTEIN',
    (analyte) => {
      analyte.unit = 'mg/dL'
    },
    'URE-PROTEIN: LOINC 20454-5 stands for presence (PrThr)',
  ],
  [
    'a wrong digit in a code',
    'WBC',
    (analyte) => {
      analyte.loinc = '6680-2'
    },
    'WBC: 6680-2 is not a LOINC code',
  ],
  [
    'a code that nobody looked up',
    'WBC',
    (analyte) => {
      analyte.loinc = '26464-8'
    },
    'WBC: the property of 26464-8 is not in the table',
  ],
  [
    'an age that no band covers',
    'HGB',
    (analyte) => {
      for (const band of analyte.ranges) if (band.ageMinYears === 12) band.ageMinYears = 13
    },
    'HGB, ranges.3.ageMinYears: No band for men from 12 to 13 years',
  ],
  [
    'an age that two bands cover',
    'PLT',
    (analyte) => {
      for (const band of analyte.ranges) if (band.ageMaxYears === 6) band.ageMaxYears = 7
    },
    'PLT, ranges.2.ageMinYears: Two bands for anybody from 6 to 7 years',
  ],
  [
    'a critical limit inside the normal range',
    'POTASSIUM',
    (analyte) => {
      for (const band of analyte.ranges) band.criticalLow = 3.6
    },
    'POTASSIUM, ranges.0.criticalLow: Critical low must be below 3.5',
  ],
  [
    'low above high',
    'SODIUM',
    (analyte) => {
      for (const band of analyte.ranges) band.low = 146
    },
    'SODIUM, ranges.0.high: High must be above low',
  ],
  [
    'a limit finer than what is reported',
    'PLT',
    (analyte) => {
      for (const band of analyte.ranges) band.low = 150.5
    },
    'PLT, ranges.0.low: PLT is reported with 0 decimals',
  ],
  [
    'a normal answer that cannot be given',
    'HBSAG',
    (analyte) => {
      analyte.normalOptions = ['Negative']
    },
    'HBSAG, normalOptions: HBsAg (rapid) has no answer “Negative”',
  ],
]

describe('the check of the catalogue', () => {
  it.each(damages)('the check of the catalogue finds %s', (_what, code, damage, found) => {
    expect(broken(code, damage).join('\n')).toContain(found)
  })

  it('the check of the catalogue finds missing panels, and panels with unknown analytes', () => {
    const file = read('analytes.json')
    file.panels.ESR = []
    file.panels.BG.push('KELL')
    file.panels.XRAY = ['ABO-GROUP']
    expect(catalogueFaults(file, tests)).toEqual([
      'ESR has no panel',
      'XRAY is a panel without a test',
      'KELL is in a panel and not described',
      'ESR is in no panel',
    ])
  })
})

/** The property in the brackets of the long common name. Names without brackets are not compared. */
const namedAs: Readonly<Record<LoincProperty, RegExp>> = {
  ACnc: /^Units\/volume$/,
  Aper: /^Appearance$/,
  ArVRat: /^Volume Rate\/Area$/,
  CCnc: /^Enzymatic activity\/volume$/,
  Color: /^Color$/,
  EntMCnc: /^(Entitic )?Mass\/volume$/,
  EntMass: /^Entitic mass$/,
  EntMeanVol: /^Entitic (mean )?volume$/,
  Imp: /^[Ii]nterpretation$/,
  LsCnc: /^pH$/,
  MCnc: /^Mass\/volume$/,
  MFr: /^Mass fraction$/,
  NCnc: /^#\/volume$/,
  NFr: /^Number fraction$/,
  Naric: /^#\/area$/,
  PrThr: /^Presence$/,
  Prid: /^([Tt]ype|Identifier)$/,
  SCnc: /^Moles\/volume$/,
  SpGrav: /^Specific gravity$/,
  Titr: /^Titer$/,
  Type: /^Type$/,
  VFr: /^Volume Fraction$/,
  Vel: /^Velocity$/,
}

/** Analytes and panels of the data file; absent values are left out. */
type CatalogueFile = {
  panels: Readonly<Record<string, readonly string[]>>
  analytes: readonly FileAnalyte[]
}
type FileAnalyte = Pick<Measured, 'name' | 'kind'> &
  Partial<Omit<Measured, 'name' | 'kind'> & Interval> & {
    code: string
    unit: string
    loinc: string | null
    loincName?: string | null
  }

/**
 * The faults of a catalogue, one a line: LOINC codes that do not fit the unit, ages without a band or with two, critical limits
 * inside the normal range, panels with unknown analytes.
 */
function catalogueFaults({ panels, analytes }: CatalogueFile, tests: readonly string[]): string[] {
  return [
    ...panelFaults(panels, analytes, tests),
    ...analytes.flatMap((analyte) => [...codeFaults(analyte), ...ruleFaults(analyte)]),
  ]
}

function panelFaults(
  panels: CatalogueFile['panels'],
  analytes: CatalogueFile['analytes'],
  tests: readonly string[],
): string[] {
  const codes = analytes.map(({ code }) => code)
  const known = new Set(codes)
  const used = new Set(Object.values(panels).flat())
  return [
    ...codes
      .filter((code, index) => codes.indexOf(code) !== index)
      .map((code) => `${code} stands here twice`),
    ...tests.filter((test) => !panels[test]?.length).map((test) => `${test} has no panel`),
    ...Object.keys(panels)
      .filter((test) => !tests.includes(test))
      .map((test) => `${test} is a panel without a test`),
    ...[...used].filter((code) => !known.has(code)).map((code) => `${code} is in a panel and not described`),
    ...codes.filter((code) => !used.has(code)).map((code) => `${code} is in no panel`),
  ]
}

/** Check digit, known property, agreement with the LOINC name, and unit. */
function codeFaults({ code, kind, unit, loinc, loincName }: FileAnalyte): string[] {
  if (loinc === null) return []
  if (!checkDigitFits(loinc)) return [`${code}: ${loinc} is not a LOINC code, its check digit is another`]
  const property = propertyOf(loinc)
  if (property === null) return [`${code}: the property of ${loinc} is not in the table`]
  const faults: string[] = []
  const named = /\[([^\]]+)\]/.exec(loincName ?? '')?.[1]
  if (named !== undefined && !namedAs[property].test(named)) {
    faults.push(`${code}: ${loinc} is ${property}, its name says [${named}]`)
  }
  const whyNot = whyNotUnit(loinc, unit)
  if (whyNot) faults.push(`${code}: ${whyNot}`)
  if (kind === 'quantity' && unit === '') faults.push(`${code} is a number without a unit`)
  const notUcum = whyNotUcum(unit)
  if (notUcum) faults.push(`${code}: ${notUcum}`)
  return faults
}

function ruleFaults(analyte: FileAnalyte): string[] {
  const measured: Measured = {
    name: analyte.name,
    kind: analyte.kind,
    decimals: analyte.decimals ?? null,
    lowest: analyte.lowest ?? null,
    highest: analyte.highest ?? null,
    options: analyte.options ?? [],
  }
  const faults = {
    ...analyteFaults(measured),
    ...intervalFaults(measured, {
      ranges: analyte.ranges ?? [],
      normalOptions: analyte.normalOptions ?? null,
      criticalOptions: analyte.criticalOptions ?? null,
    }),
  }
  return Object.entries(faults).flatMap(([field, messages]) =>
    messages.map((message) => `${analyte.code}, ${field}: ${message}`),
  )
}
