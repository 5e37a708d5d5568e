import { placeIn, usualPart } from '#contract/interval-place.ts'
import { alarm, type Doc, ink, pale } from './pen.ts'

type Judged = { at: number; low: number | null; high: number | null; unconfirmed: boolean; critical: boolean }

/**
 * Draws a value on its reference interval: a bar for the interval, a line on both sides, and a mark for the value. The mark is a
 * dot inside the interval, a larger diamond outside, and an arrow beyond the edge, so that it is clear in black and white.
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
