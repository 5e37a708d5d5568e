import { t } from '@lingui/core/macro'
import type { AnalyteEntry } from '#contract/catalogue.ts'
import type { Collection } from '#contract/options.ts'

/** What the values of an analyte are. */
export const kindWords: Readonly<Record<AnalyteEntry['kind'], string>> = {
  quantity: t`A number`,
  coded: t`An answer from a list`,
  ordinal: t`A grade from a list, from the least to the most`,
  text: t`Words`,
}

export const collectionWords: Readonly<Record<Collection, string>> = {
  blood: t`Blood`,
  urine: t`Urine`,
  stool: t`Stool`,
  swab: t`A swab`,
  sputum: t`Sputum`,
}
