import { t } from '@lingui/core/macro'
import type { CriticalValue } from '#contract/results.ts'

/** Whose call these values are: "Yours to report", "With Hana, Rita". */
export function sayHolders(values: readonly Pick<CriticalValue, 'holder'>[]): string {
  const holders = values.flatMap(({ holder }) => holder ?? [])
  if (holders.some(({ isMe }) => isMe)) return t`Yours to report`
  const names = [...new Set(holders.map(({ name }) => name))]
  return names.length === 0 ? t`Not assigned yet` : t`With ${names.join(', ')}`
}
