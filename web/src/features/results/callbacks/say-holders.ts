import type { CriticalValue } from '#contract/results.ts'

/** Whose call these values are: "Yours to tell", "With Hana, Rita". */
export function sayHolders(values: readonly Pick<CriticalValue, 'holder'>[]): string {
  const holders = values.flatMap(({ holder }) => holder ?? [])
  if (holders.some(({ isMe }) => isMe)) return 'Yours to tell'
  const names = [...new Set(holders.map(({ name }) => name))]
  return names.length === 0 ? 'With nobody yet' : `With ${names.join(', ')}`
}
