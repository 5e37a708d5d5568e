import type { Span } from '#simulation/laboratory/plan.ts'
import { type Band, type Played, quarter } from './play-days.ts'

/** Where a day's waiting stands on the drawing: pure, in pixels. */

export type Shape = {
  width: number
  height: number
  /** First and last full hour in which somebody waits or works, 0 to 24. */
  hours: { from: number; until: number }
  /** People at the top of the scale, a round number. */
  most: number
}

const [left, right, top, bottom] = [34, 8, 10, 26]

export function shapeOf(width: number, shown: readonly Played[], works: Span): Shape {
  const busy = shown.flatMap(({ waiting }) =>
    waiting.flatMap(({ high }, index) => (high > 0.05 ? [Math.floor((index * quarter) / 60)] : [])),
  )
  const from = Math.min(Math.floor(works.from / 60), ...busy)
  const until = Math.max(Math.ceil(works.until / 60), ...busy.map((hour) => hour + 1))
  const highest = Math.max(1, ...shown.flatMap(({ waiting }) => waiting.map(({ high }) => high)))
  return {
    width,
    height: width < 480 ? 220 : 260,
    hours: { from, until: Math.min(24, until) },
    most: round(highest),
  }
}

/** 1, 2, 5, 10, 20, 50 …: at least the value. */
function round(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? value
}

export const xAt = ({ width, hours }: Shape, minute: number): number =>
  left + ((minute / 60 - hours.from) / Math.max(1, hours.until - hours.from)) * (width - left - right)

export const yAt = ({ height, most }: Shape, people: number): number =>
  top + (1 - Math.min(1, people / most)) * (height - top - bottom)

/** Points of a line through the quarters' middles. */
export const lineOf = (shape: Shape, waiting: readonly Band[], which: keyof Band = 'median'): string =>
  pointsOf(shape, waiting, which).join(' ')

/** Around what eight of ten days lie between. */
export const areaOf = (shape: Shape, waiting: readonly Band[]): string =>
  [...pointsOf(shape, waiting, 'high'), ...pointsOf(shape, waiting, 'low').reverse()].join(' ')

function pointsOf(shape: Shape, waiting: readonly Band[], which: keyof Band): string[] {
  return waiting.flatMap((band, index) => {
    const minute = (index + 0.5) * quarter
    if (minute < shape.hours.from * 60 || minute > shape.hours.until * 60) return []
    return [`${xAt(shape, minute).toFixed(1)},${yAt(shape, band[which]).toFixed(1)}`]
  })
}
