import type { FieldErrors } from '#contract/errors.ts'
import { type LoincProperty, loincProperties } from '#contract/loinc-properties.ts'
import data from '../../../data/loinc.json' with { type: 'json' }

/** The property that the laboratory gives for a LOINC code outside the table; `other` for a property without units here. */
export type GivenProperty = LoincProperty | 'other' | null

const litre = '[dcmunpf]?L'
const unitless = /^$/

/** The units (UCUM) in which each property can be measured: a count per volume is never a percentage. */
const units: Readonly<Record<LoincProperty, RegExp>> = {
  ACnc: /^[munk]?\[[iI]U\]\/[dcmu]?L$/,
  Aper: unitless,
  ArVRat: /^mL\/min(\/\{1\.73_m2\})?$/,
  CCnc: /^[mun]?(U|kat)\/[dcmu]?L$/,
  Color: unitless,
  EntMCnc: new RegExp(`^[mun]?g/${litre}$`),
  EntMass: /^[pf]g$/,
  EntMeanVol: /^(fL|um3)$/,
  Imp: unitless,
  LsCnc: /^\[pH\]$/,
  MCnc: new RegExp(`^[kmunpf]?g/${litre}$`),
  MFr: /^(%|1|g\/g)$/,
  NCnc: new RegExp(`^(10\\*\\d+)?/${litre}$`),
  NFr: /^(%|1)$/,
  Naric: /^\/\[[HL]PF\]$/,
  PrThr: unitless,
  Prid: unitless,
  SCnc: new RegExp(`^[munpf]?mol/${litre}$`),
  SpGrav: /^1$/,
  Titr: /^\{titer\}$/,
  Type: unitless,
  VFr: /^(%|1|L\/L)$/,
  Vel: /^mm\/(h|min)$/,
}

const known = new Map<string, LoincProperty>(
  Object.entries(data.properties).flatMap(([name, codes]) =>
    codes.map((code) => [code, name as LoincProperty]),
  ),
)

/** Null for a code outside the table of properties. */
export const propertyOf = (loinc: string): LoincProperty | null => known.get(loinc) ?? null

/** The code with its property in words, for example "number per volume (NCnc)"; empty if the property is unknown. */
export function saidOf(loinc: string, given: GivenProperty) {
  const name = propertyOf(loinc) ?? asProperty(given)
  return { code: loinc, property: name ? `${loincProperties[name]} (${name})` : '', given }
}

/** Why the code's property is not measured in this unit; null if it is, or if the property is unknown. */
export function whyNotUnit(loinc: string, unit: string, given: GivenProperty = null): string | null {
  const name = propertyOf(loinc) ?? asProperty(given)
  if (name === null) return null
  return units[name].test(unit)
    ? null
    : `LOINC ${loinc} stands for ${loincProperties[name]} (${name}), which is not measured in ${unit === '' ? 'no unit' : `“${unit}”`}`
}

const asProperty = (given: GivenProperty) => (given === 'other' ? null : given)

/** Luhn, modulus 10: https://loinc.org/kb/users-guide, appendix C. */
export function checkDigitFits(loinc: string): boolean {
  if (!/^\d{1,7}-\d$/.test(loinc)) return false
  const sum = [...loinc.replace('-', '')].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Faults of an analyte's LOINC code by field: its check digit, its property, or its unit. A unit of null is not checked. */
export function codeFaults(loinc: string | null, given: GivenProperty, unit: string | null): FieldErrors {
  if (loinc === null) return given === null ? {} : { loincProperty: ['A property belongs to a LOINC code'] }
  if (!checkDigitFits(loinc)) {
    return { loinc: [`${loinc === '' ? 'This' : loinc} is not a LOINC code: look at its digits again`] }
  }
  const known = propertyOf(loinc)
  if (known === null && given === null) {
    return { loincProperty: [`Choose the property that LOINC gives ${loinc}: the product does not know it`] }
  }
  if (known !== null && given !== null && given !== known) {
    return { loincProperty: [`LOINC ${loinc} stands for ${loincProperties[known]} (${known})`] }
  }
  const whyNot = unit === null ? null : whyNotUnit(loinc, unit, given)
  return whyNot === null ? {} : { unit: [whyNot] }
}
