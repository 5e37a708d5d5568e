import { t } from '@lingui/core/macro'
import type { IntervalVersion } from '#contract/catalogue.ts'
import { type Band, beginOf, endOf } from '#contract/interval-rules.ts'
import { sayLimit, sayLimits, sayWho } from './interval-words.ts'

type Version = Pick<IntervalVersion, 'ranges' | 'normalOptions' | 'criticalOptions' | 'source'>

const limits = [
  ['low', 'low'],
  ['high', 'high'],
  ['criticalLow', t`critical low`],
  ['criticalHigh', t`critical high`],
] as const

/** What a version changed of the one before, a line each; empty when the limits are the same. */
export function changesBetween(before: Version, after: Version, decimals: number | null): string[] {
  return [
    ...bandChanges(before.ranges, after.ranges, decimals),
    ...listChange(t`Normal answers`, before.normalOptions, after.normalOptions),
    ...listChange(t`Critical answers`, before.criticalOptions, after.criticalOptions),
    ...(before.source === after.source ? [] : [t`Source: ${after.source}`]),
  ]
}

/** Bands for the same people are the same band. */
const whose = (band: Band) => JSON.stringify([band.sex, beginOf(band), endOf(band), band.condition])

function bandChanges(before: readonly Band[], after: readonly Band[], decimals: number | null): string[] {
  const known = new Map(before.map((band) => [whose(band), band]))
  const left = new Set(after.map(whose))
  return [
    ...after.flatMap((band) => {
      const old = known.get(whose(band))
      if (!old) return [t`New: ${sayWho(band)}, ${sayLimits(band, decimals)}`]
      const changed = limits.flatMap(([limit, name]) =>
        old[limit] === band[limit]
          ? []
          : [`${name} ${said(old[limit], decimals)} → ${said(band[limit], decimals)}`],
      )
      return changed.length === 0 ? [] : [`${sayWho(band)}: ${changed.join(', ')}`]
    }),
    ...before
      .filter((band) => !left.has(whose(band)))
      .map((band) => t`Removed: ${sayWho(band)}, ${sayLimits(band, decimals)}`),
  ]
}

const said = (limit: number | undefined, decimals: number | null) =>
  limit === undefined ? t`none` : sayLimit(limit, decimals)

function listChange(
  name: string,
  before: readonly string[] | null,
  after: readonly string[] | null,
): string[] {
  const say = (answers: readonly string[] | null) => answers?.join(', ') ?? t`none`
  return say(before) === say(after) ? [] : [`${name}: ${say(before)} → ${say(after)}`]
}
