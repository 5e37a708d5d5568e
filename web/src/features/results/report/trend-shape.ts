import { t } from '@lingui/core/macro'
import type { Trend } from '#contract/trends.ts'
import { gridBetween } from '../../../ui/charts/chart-scale.ts'

type Point = Trend['points'][number]

export type TrendShape = {
  /** Where each value stands, in the order of the points. */
  dots: { x: number; y: number; outside: boolean }[]
  /** The usual range of its time around each value that has one; an open end reaches to the edge. */
  bands: { x: number; width: number; y: number; height: number }[]
  /** Round values of the scale, with their digits. */
  grid: { y: number; text: string }[]
}

/** Pixels. `edge` is free on every side, `left` and `below` are for the names of the axes. */
export type Box = { width: number; height: number; edge: number; left?: number; below?: number }

/**
 * A trend as shapes in a box: pure. Time runs evenly; values and limits share one scale, so that a value lies in its band when
 * it lies in its range.
 */
export function shapeOf(
  points: readonly Point[],
  { width, height, edge, left = 0, below = 0 }: Box,
): TrendShape {
  const times = points.map(({ at }) => Date.parse(at))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const xOf = (time: number) =>
    last === first
      ? (left + width) / 2
      : left + edge + ((time - first) / (last - first)) * (width - left - 2 * edge)
  const { least, most } = scaleOf(points)
  const yOf = (value: number) => edge + ((most - value) / (most - least)) * (height - below - 2 * edge)

  const xs = times.map(xOf)
  const dots = points.map(({ number, low, high }, index) => ({
    x: xs[index] ?? 0,
    y: yOf(number),
    outside: number < (low ?? Number.NEGATIVE_INFINITY) || number > (high ?? Number.POSITIVE_INFINITY),
  }))
  const bands = points.flatMap(({ low, high }, index) => {
    if (low === null && high === null) return []
    const x = index === 0 ? left : ((xs[index - 1] ?? 0) + (xs[index] ?? 0)) / 2
    const to = index === points.length - 1 ? width : ((xs[index] ?? 0) + (xs[index + 1] ?? 0)) / 2
    const [top, bottom] = [high === null ? 0 : yOf(high), low === null ? height - below : yOf(low)]
    return [{ x, width: to - x, y: top, height: bottom - top }]
  })
  return { dots, bands, grid: gridBetween(least, most).map(({ value, text }) => ({ y: yOf(value), text })) }
}

/** The indices of the places that can be named without touching each other, from the last one back. */
export function named(xs: readonly number[], room: number): Set<number> {
  const kept = new Set<number>()
  let right = Number.POSITIVE_INFINITY
  for (const [index, x] of [...xs.entries()].reverse()) {
    if (right - x < room) continue
    kept.add(index)
    right = x
  }
  return kept
}

/** From the least to the most of values and limits; some room where all are the same. */
function scaleOf(points: readonly Point[]): { least: number; most: number } {
  const all = points.flatMap(({ number, low, high }) => [number, low ?? number, high ?? number])
  const [least, most] = [Math.min(...all), Math.max(...all)]
  return least === most ? { least: least - 1, most: most + 1 } : { least, most }
}

/** The whole course in a sentence, for those who do not see the drawing. */
export function sayTrend({ name, unit, points }: Trend, day: (at: string) => string): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const say = ({ value, at }: Point) => {
    const measured = [value, unit].filter(Boolean).join(' ')
    return t`${measured} on ${day(at)}`
  }
  const [count, from, to, range] = [points.length, say(first), say(last), last.range]
  const course = t`${name}: ${count} measurements, from ${from} to ${to}.`
  return range === '' ? course : [course, t`Usual range now: ${range}.`].join(' ')
}
