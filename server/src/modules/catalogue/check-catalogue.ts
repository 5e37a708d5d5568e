import { analyteFaults, type Interval, intervalFaults, type Measured } from '#contract/interval-rules.ts'
import { whyNotUcum } from '#contract/ucum.ts'
import { checkDigitFits, properties, propertyOf, whyNotUnit } from './loinc.ts'

/** Analytes and panels as the data file has them: what is not given is left out. */
export type CatalogueFile = {
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
 * Everything that is wrong with a catalogue before any laboratory has seen it, each as a line: codes that do not mean
 * what the unit says, ages that no band or two bands cover, critical limits inside the normal range, panels of analytes
 * that are not there.
 */
export function catalogueFaults({ panels, analytes }: CatalogueFile, tests: readonly string[]): string[] {
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

/** The code is written right, its property is known, agrees with its name, and is measured in this unit. */
function codeFaults({ code, kind, unit, loinc, loincName }: FileAnalyte): string[] {
  if (loinc === null) return []
  if (!checkDigitFits(loinc)) return [`${code}: ${loinc} is not a LOINC code, its check digit is another`]
  const property = propertyOf(loinc)
  if (property === null) return [`${code}: the property of ${loinc} is not in the table`]
  const faults: string[] = []
  const named = /\[([^\]]+)\]/.exec(loincName ?? '')?.[1]
  if (named !== undefined && !properties[property].named.test(named)) {
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
