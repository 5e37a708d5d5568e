import type { CaredFor, Carer } from '#contract/care.ts'
import type { CareKind } from '#contract/options.ts'
import { relationsToMe } from '../../lib/care-words.ts'
import { browserZone, dayOf, longDay } from '../../lib/times.ts'

/** What a person is to the holder of an account, in the words of somebody else. */
const relationsToThem: Readonly<Record<Exclude<CareKind, 'self'>, string>> = {
  child: 'Their child',
  parent: 'Their parent',
  other: 'Somebody else',
}

export const relationToThemChoices = Object.entries(relationsToThem).map(([value, label]) => ({
  value,
  label,
}))

/** All that a person can be to the holder of an account, to be chosen by staff. */
export const staffChoices = [
  { value: 'self', label: 'The same person' },
  ...relationToThemChoices.map(({ value, label }) => ({
    value,
    label: value === 'other' ? 'Somebody else whom they look after' : label,
  })),
]

/** "My child", as it stands under a name. */
export const sayToMe = (kind: CareKind): string =>
  kind === 'self'
    ? 'Your own record'
    : kind === 'other'
      ? 'Somebody whom you look after'
      : relationsToMe[kind]

/** "their child, since Friday 12 June 2026", as it stands beside the name of an account. */
export function sayCarer(carer: Carer): string {
  const { kind } = carer
  const what = kind === 'self' ? 'their own record' : relationsToThem[kind].toLowerCase()
  return [kind !== 'other' && what, saySince(carer)].filter(Boolean).join(', ')
}

/** Who opened a record to an account, to staff. */
export const sayGranter = ({ grantedBy }: Pick<Carer, 'grantedBy'>): string => {
  if (grantedBy === null) return 'somebody who is not recorded'
  if (typeof grantedBy === 'object') return grantedBy.fullName
  return grantedBy === 'laboratory' ? 'the laboratory' : 'the account holder'
}

/** "since Friday 12 June 2026, opened by the laboratory". */
export function saySince({ since, grantedBy }: Pick<Carer | CaredFor, 'since' | 'grantedBy'>): string {
  const by =
    grantedBy === 'laboratory' ? 'the laboratory' : typeof grantedBy === 'object' ? grantedBy?.fullName : null
  return `since ${longDay(dayOf(since, browserZone()))}${by ? `, opened by ${by}` : ''}`
}
