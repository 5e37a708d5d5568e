import { t } from '@lingui/core/macro'
import type { CriticalValue } from '#contract/results.ts'

/** Whose call these values are: "Yours to tell", "With Hana, Rita". */
export function sayHolders(values: readonly Pick<CriticalValue, 'holder'>[]): string {
  const holders = values.flatMap(({ holder }) => holder ?? [])
  if (holders.some(({ isMe }) => isMe)) return t`Yours to tell`
  const names = [...new Set(holders.map(({ name }) => name))]
  return names.length === 0 ? t`With nobody yet` : t`With ${names.join(', ')}`
}
