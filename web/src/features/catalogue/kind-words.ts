import type { AnalyteEntry } from '#contract/catalogue.ts'
import type { Collection } from '#contract/options.ts'

/** What the values of an analyte are. */
export const kindWords: Readonly<Record<AnalyteEntry['kind'], string>> = {
  quantity: 'A number',
  coded: 'An answer from a list',
  ordinal: 'A grade from a list, from the least to the most',
  text: 'Words',
}

export const collectionWords: Readonly<Record<Collection, string>> = {
  blood: 'Blood',
  urine: 'Urine',
  stool: 'Stool',
  swab: 'A swab',
  sputum: 'Sputum',
}
