import { keysOf } from './keys-of.ts'
/** Mobile-money numbers of Ghana. */

export const mobileNetworks = { mtn: 'MTN', telecel: 'Telecel', airteltigo: 'AirtelTigo' } as const
export type MobileNetwork = keyof typeof mobileNetworks
export const mobileNetworkNames = keysOf(mobileNetworks)

/** The currency in which the networks are paid. */
export const mobileCurrency = 'GHS'

/** The nine digits after 0 or +233; null for any other number. */
export function mobileDigits(typed: string): string | null {
  const digits = typed.replace(/[\s().-]/g, '')
  return /^(?:\+?233|00233|0)([25]\d{8})$/.exec(digits)?.[1] ?? null
}

/** The prefixes that the networks were given. A number keeps its digits when its owner changes the network, so this is a guess. */
const prefixes: Readonly<Record<string, MobileNetwork>> = {
  ...{ '24': 'mtn', '25': 'mtn', '53': 'mtn', '54': 'mtn', '55': 'mtn', '59': 'mtn' },
  ...{ '20': 'telecel', '50': 'telecel' },
  ...{ '26': 'airteltigo', '27': 'airteltigo', '56': 'airteltigo', '57': 'airteltigo' },
}

export const likelyNetwork = (typed: string): MobileNetwork | null =>
  prefixes[mobileDigits(typed)?.slice(0, 2) ?? ''] ?? null
