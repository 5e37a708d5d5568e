import { t } from '@lingui/core/macro'
import type { CaredFor, Carer } from '#contract/care.ts'
import type { CareKind } from '#contract/options.ts'
import { relationsToMe } from '../../lib/care-words.ts'
import { browserZone, dayOf, longDay } from '../../lib/times.ts'

/** What a person is to the holder of an account, in the words of somebody else. */
const relationsToThem: Readonly<Record<Exclude<CareKind, 'self'>, string>> = {
  child: t`Their child`,
  parent: t`Their parent`,
  other: t`Somebody else`,
}

export const relationToThemChoices = Object.entries(relationsToThem).map(([value, label]) => ({
  value,
  label,
}))

/** All that a person can be to the holder of an account, to be chosen by staff. */
export const staffChoices = [
  { value: 'self', label: t`The same person` },
  ...relationToThemChoices.map(({ value, label }) => ({
    value,
    label: value === 'other' ? t`Somebody else whom they look after` : label,
  })),
]

/** "My child", as it stands under a name. */
export const sayToMe = (kind: CareKind): string =>
  kind === 'self'
    ? t`Your own record`
    : kind === 'other'
      ? t`Somebody whom you look after`
      : relationsToMe[kind]

/** "their child, since Friday 12 June 2026", as it stands beside the name of an account. */
export function sayCarer(carer: Carer): string {
  const { kind } = carer
  const what = kind === 'self' ? t`their own record` : relationsToThem[kind].toLowerCase()
  return [kind !== 'other' && what, saySince(carer)].filter(Boolean).join(', ')
}

/** Who opened a record to an account, to staff. */
export const sayGranter = ({ grantedBy }: Pick<Carer, 'grantedBy'>): string => {
  if (grantedBy === null) return t`somebody who is not recorded`
  if (typeof grantedBy === 'object') return grantedBy.fullName
  return grantedBy === 'laboratory' ? t`the laboratory` : t`the account holder`
}

/** "since Friday 12 June 2026, opened by the laboratory". */
export function saySince({ since, grantedBy }: Pick<Carer | CaredFor, 'since' | 'grantedBy'>): string {
  const by =
    grantedBy === 'laboratory'
      ? t`the laboratory`
      : typeof grantedBy === 'object'
        ? grantedBy?.fullName
        : null
  const day = longDay(dayOf(since, browserZone()))
  return by ? t`since ${day}, opened by ${by}` : t`since ${day}`
}
