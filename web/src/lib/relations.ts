import type { CareKind } from '#contract/options.ts'

/** What a person is to the holder of an account, in the holder's words. */
export const relationsToMe: Readonly<Record<Exclude<CareKind, 'self'>, string>> = {
  child: 'My child',
  parent: 'My parent',
  other: 'Somebody else',
}

export const relationChoices = Object.entries(relationsToMe).map(([value, label]) => ({ value, label }))
