import data from '../../../../data/loinc.json' with { type: 'json' }

/**
 * The kind of property that a LOINC code stands for, and the units (UCUM) in which such a property can be measured: a
 * count per volume is never a percentage. `kind` words stand on the analyte's screen.
 */
type Property = {
  words: string
  unit: RegExp
  /** In the brackets of the long common name; where the name has none, there is nothing to compare. */
  named: RegExp
}

const litre = '[dcmunpf]?L'
const unitless = /^$/

export const properties = {
  ACnc: {
    words: 'arbitrary units per volume',
    unit: /^[munk]?\[[iI]U\]\/[dcmu]?L$/,
    named: /^Units\/volume$/,
  },
  Aper: { words: 'appearance', unit: unitless, named: /^Appearance$/ },
  ArVRat: {
    words: 'volume per time and body surface',
    unit: /^mL\/min(\/\{1\.73_m2\})?$/,
    named: /^Volume Rate\/Area$/,
  },
  CCnc: {
    words: 'enzyme activity per volume',
    unit: /^[mun]?(U|kat)\/[dcmu]?L$/,
    named: /^Enzymatic activity\/volume$/,
  },
  Color: { words: 'colour', unit: unitless, named: /^Color$/ },
  EntMCnc: {
    words: 'mass per volume of cells',
    unit: new RegExp(`^[mun]?g/${litre}$`),
    named: /^(Entitic )?Mass\/volume$/,
  },
  EntMass: { words: 'mass of one cell', unit: /^[pf]g$/, named: /^Entitic mass$/ },
  EntMeanVol: { words: 'mean volume of one cell', unit: /^(fL|um3)$/, named: /^Entitic (mean )?volume$/ },
  Imp: { words: 'interpretation', unit: unitless, named: /^[Ii]nterpretation$/ },
  LsCnc: { words: 'logarithm of a concentration', unit: /^\[pH\]$/, named: /^pH$/ },
  MCnc: { words: 'mass per volume', unit: new RegExp(`^[kmunpf]?g/${litre}$`), named: /^Mass\/volume$/ },
  MFr: { words: 'share by mass', unit: /^(%|1|g\/g)$/, named: /^Mass fraction$/ },
  NCnc: {
    words: 'number per volume',
    unit: new RegExp(`^(10\\*\\d+)?/${litre}$`),
    named: /^#\/volume$/,
  },
  NFr: { words: 'share by number', unit: /^(%|1)$/, named: /^Number fraction$/ },
  Naric: { words: 'number per area', unit: /^\/\[[HL]PF\]$/, named: /^#\/area$/ },
  PrThr: { words: 'presence', unit: unitless, named: /^Presence$/ },
  Prid: { words: 'what was identified', unit: unitless, named: /^([Tt]ype|Identifier)$/ },
  SCnc: {
    words: 'amount of substance per volume',
    unit: new RegExp(`^[munpf]?mol/${litre}$`),
    named: /^Moles\/volume$/,
  },
  SpGrav: { words: 'specific gravity', unit: /^1$/, named: /^Specific gravity$/ },
  Titr: { words: 'titre', unit: /^\{titer\}$/, named: /^Titer$/ },
  Type: { words: 'type', unit: unitless, named: /^Type$/ },
  VFr: { words: 'share by volume', unit: /^(%|1|L\/L)$/, named: /^Volume Fraction$/ },
  Vel: { words: 'length per time', unit: /^mm\/(h|min)$/, named: /^Velocity$/ },
} as const satisfies Record<string, Property>

type PropertyName = keyof typeof properties

const known = new Map<string, PropertyName>(
  Object.entries(data.properties).flatMap(([name, codes]) =>
    codes.map((code) => [code, name as PropertyName]),
  ),
)

/** Null for a code that the table of properties does not have. */
export const propertyOf = (loinc: string): PropertyName | null => known.get(loinc) ?? null

/** "number per volume (NCnc)"; the code alone where its property is not known. */
export function saidOf(loinc: string): { code: string; property: string } {
  const name = propertyOf(loinc)
  return { code: loinc, property: name ? `${properties[name].words} (${name})` : '' }
}

/** Why the code's property is not measured in this unit; null when it is, or when nothing is known of the code. */
export function whyNotUnit(loinc: string, unit: string): string | null {
  const name = propertyOf(loinc)
  if (name === null) return null
  const property: Property = properties[name]
  return property.unit.test(unit)
    ? null
    : `LOINC ${loinc} stands for ${property.words} (${name}), which is not measured in ${unit === '' ? 'no unit' : `“${unit}”`}`
}
