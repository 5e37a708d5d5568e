import { t } from '@lingui/core/macro'
import { type Band, conditionsOf, type Span, spansOf } from '#contract/interval-rules.ts'
import { genders } from '#contract/options.ts'

/**
 * Bands over age, ready to be drawn. One panel for each sex and condition that has bands of its own; both sexes share one
 * where they have the same. Ages lie on a root scale: most changes are in the first years.
 */
export type Panel = {
  title: string
  condition: string | undefined
  spans: readonly Span[]
  /** Ages between bands that none covers, and ages that two cover. */
  gaps: readonly { from: number; to: number }[]
  overlaps: readonly { from: number; to: number }[]
}

const lastAge = 100

/** The share of the width at which an age lies. */
export const placeOfAge = (age: number): number => Math.sqrt(Math.min(lastAge, Math.max(0, age)) / lastAge)

export function panelsOf(ranges: readonly Band[]): Panel[] {
  return conditionsOf(ranges).flatMap((condition) => {
    const bySex = genders.map((gender) => spansOf(ranges, gender, condition))
    const same = JSON.stringify(bySex[0]) === JSON.stringify(bySex[1])
    const panels = same
      ? [panelOf(t`Any sex`, bySex[0] ?? [])]
      : genders.map((gender, at) => panelOf(gender === 'male' ? t`Male` : t`Female`, bySex[at] ?? []))
    return panels
      .filter(({ spans }) => spans.length > 0)
      .map(({ title, ...panel }) => ({
        ...panel,
        title: condition === undefined ? title : `${title}, ${condition}`,
        condition,
      }))
  })
}

function panelOf(title: string, spans: readonly Span[]): Omit<Panel, 'condition'> {
  const gaps: { from: number; to: number }[] = []
  const overlaps: { from: number; to: number }[] = []
  let reached = spans[0]?.from ?? 0
  for (const { from, to } of spans) {
    if (from > reached) gaps.push({ from: reached, to: from })
    if (from < reached) overlaps.push({ from, to: Math.min(reached, to) })
    reached = Math.max(reached, to)
  }
  return { title, spans, gaps, overlaps }
}

/** Lowest and highest of everything that is drawn, with some air; null when no band has a limit. */
export function domainOf(values: readonly number[]): { bottom: number; top: number } | null {
  const known = values.filter((value) => Number.isFinite(value))
  if (known.length === 0) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const air = (most - least || Math.abs(most) || 1) * 0.12
  return { bottom: least >= 0 ? Math.max(0, least - air) : least - air, top: most + air }
}
