import type { FieldErrors } from '#contract/errors.ts'
import { type LoincProperty, loincProperties } from '#contract/loinc-properties.ts'
import data from '../../../data/loinc.json' with { type: 'json' }

/**
 * The kind of property that a LOINC code stands for, and the units (UCUM) in which such a property can be measured: a
 * count per volume is never a percentage.
 */
type Property = {
  unit: RegExp
  /** In the brackets of the long common name; where the name has none, there is nothing to compare. */
  named: RegExp
}

/** What a laboratory says of a code that the table does not have; `other`: none that has units here. */
export type GivenProperty = LoincProperty | 'other' | null

const litre = '[dcmunpf]?L'
const unitless = /^$/

export const properties = {
  ACnc: {
    unit: /^[munk]?\[[iI]U\]\/[dcmu]?L$/,
    named: /^Units\/volume$/,
  },
  Aper: { unit: unitless, named: /^Appearance$/ },
  ArVRat: {
    unit: /^mL\/min(\/\{1\.73_m2\})?$/,
    named: /^Volume Rate\/Area$/,
  },
  CCnc: {
    unit: /^[mun]?(U|kat)\/[dcmu]?L$/,
    named: /^Enzymatic activity\/volume$/,
  },
  Color: { unit: unitless, named: /^Color$/ },
  EntMCnc: {
    unit: new RegExp(`^[mun]?g/${litre}$`),
    named: /^(Entitic )?Mass\/volume$/,
  },
  EntMass: { unit: /^[pf]g$/, named: /^Entitic mass$/ },
  EntMeanVol: { unit: /^(fL|um3)$/, named: /^Entitic (mean )?volume$/ },
  Imp: { unit: unitless, named: /^[Ii]nterpretation$/ },
  LsCnc: { unit: /^\[pH\]$/, named: /^pH$/ },
  MCnc: { unit: new RegExp(`^[kmunpf]?g/${litre}$`), named: /^Mass\/volume$/ },
  MFr: { unit: /^(%|1|g\/g)$/, named: /^Mass fraction$/ },
  NCnc: {
    unit: new RegExp(`^(10\\*\\d+)?/${litre}$`),
    named: /^#\/volume$/,
  },
  NFr: { unit: /^(%|1)$/, named: /^Number fraction$/ },
  Naric: { unit: /^\/\[[HL]PF\]$/, named: /^#\/area$/ },
  PrThr: { unit: unitless, named: /^Presence$/ },
  Prid: { unit: unitless, named: /^([Tt]ype|Identifier)$/ },
  SCnc: {
    unit: new RegExp(`^[munpf]?mol/${litre}$`),
    named: /^Moles\/volume$/,
  },
  SpGrav: { unit: /^1$/, named: /^Specific gravity$/ },
  Titr: { unit: /^\{titer\}$/, named: /^Titer$/ },
  Type: { unit: unitless, named: /^Type$/ },
  VFr: { unit: /^(%|1|L\/L)$/, named: /^Volume Fraction$/ },
  Vel: { unit: /^mm\/(h|min)$/, named: /^Velocity$/ },
} as const satisfies Record<LoincProperty, Property>

const known = new Map<string, LoincProperty>(
  Object.entries(data.properties).flatMap(([name, codes]) =>
    codes.map((code) => [code, name as LoincProperty]),
  ),
)

/** Null for a code that the table of properties does not have. */
export const propertyOf = (loinc: string): LoincProperty | null => known.get(loinc) ?? null

/**
 * "number per volume (NCnc)"; the code alone where its property is not known. `given`: the property that the laboratory
 * wrote down of a code that is not in the table.
 */
export function saidOf(loinc: string, given: GivenProperty) {
  const name = propertyOf(loinc) ?? asProperty(given)
  return { code: loinc, property: name ? `${loincProperties[name]} (${name})` : '', given }
}

/** Why the code's property is not measured in this unit; null when it is, or when nothing is known of the code. */
export function whyNotUnit(loinc: string, unit: string, given: GivenProperty = null): string | null {
  const name = propertyOf(loinc) ?? asProperty(given)
  if (name === null) return null
  const property: Property = properties[name]
  return property.unit.test(unit)
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

/**
 * What is wrong with a code that the laboratory gives an analyte, by field: its digits, the property that was said of it,
 * or that this is not measured in the unit (null: not looked at).
 */
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
