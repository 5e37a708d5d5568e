import { t } from '@lingui/core/macro'
import type { AnalyteEntry } from '#contract/catalogue.ts'
import type { Collection } from '#contract/options.ts'

/** What the values of an analyte are. */
export const kindWords: Readonly<Record<AnalyteEntry['kind'], string>> = {
  quantity: t`Number`,
  coded: t`Answer from a list`,
  ordinal: t`Grade from a list, lowest first`,
  text: t`Text`,
}

export const collectionWords: Readonly<Record<Collection, string>> = {
  blood: t`Blood`,
  urine: t`Urine`,
  stool: t`Stool`,
  swab: t`Swab`,
  sputum: t`Sputum`,
}
