import { plural, t } from '@lingui/core/macro'
import type { ReportContent } from '#contract/reports.ts'
import type { Trend } from '#contract/trends.ts'
import type { Reported } from '../../../lib/flag-tones.ts'
import { documentLanguage } from '../../../lib/locale.ts'
import { analyteWords } from './analyte-words.ts'

/** What a report says as a whole, in sentences. All functions are pure. */

/** `17 of 19 as usual, 2 to discuss`. Values without an interval are not counted; empty: there are no others. */
export function sayCounts({ usual, flagged }: { usual: number; flagged: number }): string {
  const total = usual + flagged
  if (total === 0) return ''
  if (flagged === 0) return plural(total, { one: t`As usual`, 2: t`Both as usual`, other: t`All # as usual` })
  if (usual === 0)
    return plural(total, { one: t`To discuss`, 2: t`Both to discuss`, other: t`All # to discuss` })
  return t`${usual} of ${total} as usual, ${flagged} to discuss`
}

export const resultsOf = ({ tests }: Pick<ReportContent, 'tests'>): Reported[] =>
  tests.flatMap(({ results }) => results)

export const isFlagged = ({ flag }: Pick<Reported, 'flag'>): boolean => flag !== ''

export const isAsUsual = ({ flag, range }: Pick<Reported, 'flag' | 'range'>): boolean =>
  flag === '' && range !== ''

export const countsOf = (results: readonly Reported[]) => ({
  usual: results.filter(isAsUsual).length,
  flagged: results.filter(isFlagged).length,
})

export const plainName = ({ code, name }: Pick<Reported, 'code' | 'name'>): string =>
  analyteWords(code)?.name ?? name

/** In French, a space that does not break goes before a colon. */
const colon = documentLanguage() === 'fr' ? '\u00a0: ' : ': '

/**
 * Which measured numbers entered or left their interval since the measurement before, and which stayed outside. Null: none of this
 * visit was measured before. `day` says the day of an instant.
 */
export function sayChanges(trends: readonly Trend[], day: (at: string) => string): string | null {
  const changes = trends.flatMap((trend) => {
    const here = trend.points.findIndex((point) => point.here)
    const [before, now] = [trend.points[here - 1], trend.points[here]]
    return before && now ? [{ name: plainName(trend), before, now }] : []
  })
  if (changes.length === 0) return null
  const days = new Set(changes.map(({ before }) => day(before.at)))
  const [only = '', other] = [...days]
  const compared = other === undefined ? t`Compared with ${only}` : t`Compared with last time`
  const namesOf = (was: boolean, is: boolean) =>
    changes
      .filter(({ before, now }) => isFlagged(before) === was && isFlagged(now) === is)
      .map(({ name }) => name)
  const parts = [
    { words: t`now outside the usual range`, names: namesOf(false, true) },
    { words: t`back in the usual range`, names: namesOf(true, false) },
    { words: t`still outside the usual range`, names: namesOf(true, true) },
  ].filter(({ names }) => names.length > 0)
  if (parts.length === 0) return t`${compared}: all measured numbers were as usual, and still are.`
  const listed = parts.map(({ words, names }) => [words, names.join(', ')].join(colon)).join('; ')
  return `${[compared, listed].join(colon)}.`
}
