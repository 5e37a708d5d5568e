import { placeIn, usualPart } from '#contract/interval-place.ts'
import { alarm, type Doc, ink, pale } from './pen.ts'

type Judged = { at: number; low: number | null; high: number | null; unconfirmed: boolean; critical: boolean }

/**
 * Where a value lies: the interval between its limits, a line to the sides of it, and a mark. A value inside is a dot, one
 * outside a diamond that is larger, one beyond the edge an arrow: all of it is seen in black and white.
 */
export function drawIntervalBar(
  document: Doc,
  { x, y, width }: { x: number; y: number; width: number },
  { at, low, high, unconfirmed, critical }: Judged,
): void {
  const [from, to] = usualPart(low, high).map((share) => x + share * width) as [number, number]
  document.rect(from, y - 3, to - from, 6)
  if (unconfirmed) document.lineWidth(0.5).dash(2, { space: 1.5 }).strokeColor(ink).stroke().undash()
  else document.fill(pale)
  document
    .moveTo(x, y)
    .lineTo(from, y)
    .moveTo(to, y)
    .lineTo(x + width, y)
  if (low !== null) document.moveTo(from, y - 4).lineTo(from, y + 4)
  if (high !== null) document.moveTo(to, y - 4).lineTo(to, y + 4)
  document.lineWidth(0.6).strokeColor(ink).stroke()
  drawMark(
    document,
    { x, y, width },
    { share: placeIn(at, low, high), outside: isOutside(at, low, high), critical },
  )
}

const isOutside = (at: number, low: number | null, high: number | null) =>
  (low !== null && at < low) || (high !== null && at > high)

function drawMark(
  document: Doc,
  { x, y, width }: { x: number; y: number; width: number },
  { share, outside, critical }: { share: number; outside: boolean; critical: boolean },
): void {
  const middle = x + Math.min(0.94, Math.max(0.06, share)) * width
  const size = 4
  if (!outside) document.circle(middle, y, 2.6)
  else if (share > 1) document.polygon([middle - 2, y - size], [middle + size, y], [middle - 2, y + size])
  else if (share < 0) document.polygon([middle + 2, y - size], [middle - size, y], [middle + 2, y + size])
  else document.polygon([middle, y - size], [middle + size, y], [middle, y + size], [middle - size, y])
  document.fill(critical ? alarm : ink)
}
