import { keysOf } from './keys-of.ts'
/** LOINC property codes whose units the product knows, with their names. */
export const loincProperties = {
  ACnc: 'arbitrary units per volume',
  Aper: 'appearance',
  ArVRat: 'volume per time and body surface',
  CCnc: 'enzyme activity per volume',
  Color: 'colour',
  EntMCnc: 'mass per volume of cells',
  EntMass: 'mass of one cell',
  EntMeanVol: 'mean volume of one cell',
  Imp: 'interpretation',
  LsCnc: 'logarithm of a concentration',
  MCnc: 'mass per volume',
  MFr: 'share by mass',
  NCnc: 'number per volume',
  NFr: 'share by number',
  Naric: 'number per area',
  PrThr: 'presence',
  Prid: 'what was identified',
  SCnc: 'amount of substance per volume',
  SpGrav: 'specific gravity',
  Titr: 'titre',
  Type: 'type',
  VFr: 'share by volume',
  Vel: 'length per time',
} as const

export type LoincProperty = keyof typeof loincProperties
export const loincPropertyNames = keysOf(loincProperties)
