/** Where the values of a drawing stand: pure, in pixels. */

export type Scale = {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
  /** The value at the upper edge; the lower one is 0. */
  most: number
  /** How many places there are from left to right. */
  count: number
}

/** The next of 1, 2, 5, 10, 20 … that is at least the value. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((one) => one * power >= value * (1 - 1e-9)) ?? 10
  return Number((step * power).toPrecision(12))
}

/** Round values from 0 to the top of the scale, three to six of them. Where things are counted, only whole ones. */
export function gridOf(highest: number, whole: boolean): number[] {
  const least = whole ? 1 : 0
  const step = Math.max(least, roundUp(highest / 5))
  const lines = Math.max(2, Math.ceil(highest / step - 1e-9))
  return Array.from({ length: lines + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** Three to five round values between two, each with the digits that tell it from the next. */
export function gridBetween(least: number, most: number): { value: number; text: string }[] {
  const step = roundUp((most - least) / 4)
  const digits = Math.max(0, -Math.floor(Math.log10(step)))
  const first = Math.ceil(least / step)
  const count = Math.floor(most / step) - first + 1
  return Array.from({ length: count }, (_, index) => {
    const value = (first + index) * step
    return { value, text: value.toFixed(digits) }
  })
}

export const xOf = ({ width, left, right, count }: Scale, index: number): number =>
  count <= 1 ? left + (width - left - right) / 2 : left + (index / (count - 1)) * (width - left - right)

export const yOf = ({ height, top, bottom, most }: Scale, value: number): number =>
  top + (1 - Math.max(0, Math.min(1, value / most))) * (height - top - bottom)

/** The place whose middle is nearest to a point of the drawing. */
export function nearest(scale: Scale, x: number): number {
  const { width, left, right, count } = scale
  const share = (x - left) / Math.max(1, width - left - right)
  return Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))))
}

/** A line as a path, broken where nothing is known; a value that stands alone becomes a dot of the line's width. */
export function pathOf(scale: Scale, values: readonly (number | null)[]): string {
  return runsOf(values)
    .map((run) => {
      const points = run.map(([index, value]) => pointOf(scale, index, value))
      return points.length === 1 ? `M${points[0]}h.01` : `M${points.join('L')}`
    })
    .join('')
}

/** The same, filled down to 0. */
export function areaOf(scale: Scale, values: readonly (number | null)[]): string {
  const ground = yOf(scale, 0).toFixed(1)
  return runsOf(values)
    .filter((run) => run.length > 1)
    .map((run) => {
      const points = run.map(([index, value]) => pointOf(scale, index, value))
      const ends = [run[0]?.[0] ?? 0, run.at(-1)?.[0] ?? 0].map((index) => xOf(scale, index).toFixed(1))
      return `M${ends[0]},${ground}L${points.join('L')}L${ends[1]},${ground}Z`
    })
    .join('')
}

const pointOf = (scale: Scale, index: number, value: number): string =>
  `${xOf(scale, index).toFixed(1)},${yOf(scale, value).toFixed(1)}`

type Run = [index: number, value: number][]

/** What is known without a gap. */
function runsOf(values: readonly (number | null)[]): Run[] {
  const runs: Run[] = []
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const last = runs.at(-1)
    if (last && last.at(-1)?.[0] === index - 1) last.push([index, value])
    else runs.push([[index, value]])
  }
  return runs
}

/** Every how many places a name fits under a drawing, when each needs so many pixels. */
export function everyNth(count: number, room: number, each: number): number {
  const fit = Math.max(1, Math.floor(room / each))
  return [1, 2, 3, 4, 6, 7, 14, 28, 30, 60, 90].find((step) => count / step <= fit) ?? Math.ceil(count / fit)
}
