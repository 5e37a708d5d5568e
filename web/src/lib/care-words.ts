import type { CareKind } from '#contract/options.ts'

/** What a person is to the holder of an account, to staff. */
export const careWords: Readonly<Record<CareKind, string>> = {
  self: 'account holder',
  child: 'child of the account holder',
  parent: 'parent of the account holder',
  other: 'looked after by the account holder',
}

/** The same in the holder's words. */
export const relationsToMe: Readonly<Record<Exclude<CareKind, 'self'>, string>> = {
  child: 'My child',
  parent: 'My parent',
  other: 'Somebody else',
}

export const relationChoices = Object.entries(relationsToMe).map(([value, label]) => ({ value, label }))
