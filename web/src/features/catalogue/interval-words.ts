import { t } from '@lingui/core/macro'
import type { AnalyteEntry } from '#contract/catalogue.ts'
import { type Band, beginOf, endOf, type Interval, sayAge, sayBegin } from '#contract/interval-rules.ts'
import { sayList } from '../../lib/locale.ts'
import type { Tone } from '../../ui/badge.tsx'

/** Bands and limits in words, for those who look after them. */

export type State = AnalyteEntry['interval']['state']

export const stateWords: Readonly<Record<State, string>> = {
  confirmed: t`Confirmed`,
  to_be_confirmed: t`To be confirmed`,
  none: t`No interval`,
}

export const stateTones: Readonly<Record<State, Tone>> = {
  confirmed: 'ok',
  to_be_confirmed: 'warning',
  none: 'neutral',
}

export const sexWords: Readonly<Record<Band['sex'], string>> = {
  any: t`Any`,
  female: t`Female`,
  male: t`Male`,
}

/** "all ages", "from 12 years", "under 28 days", "2 to under 6 years", "28 days to under 1 year" */
export function sayAges(band: Band): string {
  const [from, to] = [beginOf(band), endOf(band)]
  if (from === 0) return to === Number.POSITIVE_INFINITY ? t`all ages` : t`under ${sayAge(to)}`
  if (to === Number.POSITIVE_INFINITY) return t`from ${sayAge(from)}`
  return t`${sayBegin(from, to)} to under ${sayAge(to)}`
}

/** "Female from 12 years", "All ages", "Female from 18 years, luteal" */
export function sayWho(band: Band): string {
  const who = band.sex === 'any' ? sayAges(band) : `${sexWords[band.sex]} ${sayAges(band)}`
  const said = band.condition === undefined ? who : `${who}, ${band.condition}`
  return said.charAt(0).toUpperCase() + said.slice(1)
}

export const sayLimit = (limit: number, decimals: number | null): string => limit.toFixed(decimals ?? 0)

/** "12.0–15.0", "from 90", "up to 5", with the critical limits: "3.5–5.2, critical below 2.8 or above 6.2" */
export function sayLimits({ low, high, criticalLow, criticalHigh }: Band, decimals: number | null): string {
  const say = (limit: number) => sayLimit(limit, decimals)
  const normal =
    low !== undefined && high !== undefined
      ? `${say(low)}–${say(high)}`
      : low !== undefined
        ? t`from ${say(low)}`
        : high !== undefined
          ? t`up to ${say(high)}`
          : ''
  const beyond = [
    ...(criticalLow === undefined ? [] : [t`below ${say(criticalLow)}`]),
    ...(criticalHigh === undefined ? [] : [t`above ${say(criticalHigh)}`]),
  ]
  const critical = beyond.length === 0 ? '' : t`critical ${sayList(beyond, 'disjunction')}`
  return [normal, critical].filter((part) => part !== '').join(', ')
}

/** One line for each band, or one for the normal answers and one for the critical ones. */
export function sayInterval(
  { ranges, normalOptions, criticalOptions }: Interval,
  decimals: number | null,
): string[] {
  return [
    ...ranges.map((band) => `${sayWho(band)}: ${sayLimits(band, decimals)}`),
    ...(normalOptions ? [t`Normal: ${normalOptions.join(', ')}`] : []),
    ...(criticalOptions ? [t`Critical: ${criticalOptions.join(', ')}`] : []),
  ]
}

/** "31 of 74 intervals wait for the laboratory’s director" */
export function sayWaiting(analytes: readonly AnalyteEntry[]): string {
  const judging = analytes.filter(({ interval }) => interval.state !== 'none').length
  const waiting = analytes.filter(({ interval }) => interval.state === 'to_be_confirmed').length
  if (waiting === 0) return t`All ${judging} intervals are confirmed`
  return waiting === 1
    ? t`1 of ${judging} intervals waits for the laboratory’s director`
    : t`${waiting} of ${judging} intervals wait for the laboratory’s director`
}
