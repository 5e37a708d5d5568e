import { t } from '@lingui/core/macro'
import type { CareKind } from '#contract/options.ts'

/** What a person is to the holder of an account, to staff. */
export const careWords: Readonly<Record<CareKind, string>> = {
  self: t`account holder`,
  child: t`child of the account holder`,
  parent: t`parent of the account holder`,
  other: t`looked after by the account holder`,
}

/** The same in the holder's words. */
export const relationsToMe: Readonly<Record<Exclude<CareKind, 'self'>, string>> = {
  child: t`My child`,
  parent: t`My parent`,
  other: t`Somebody else`,
}

export const relationChoices = Object.entries(relationsToMe).map(([value, label]) => ({ value, label }))
