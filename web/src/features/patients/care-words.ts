import type { CareKind } from '#contract/options.ts'

/** What a person is to the holder of an account that opens their record. */
export const careWords: Readonly<Record<CareKind, string>> = {
  self: 'account holder',
  child: 'child of the account holder',
  parent: 'parent of the account holder',
  other: 'booked for by the account holder',
}
