import type { Doc } from './pen.ts'

type Box = { x: number; y: number; width: number; height: number }

/** Draws a prepared picture as large as its box allows, at the left of the box. */
export function drawPicture(
  document: Doc,
  print: Buffer,
  { x, y, width, height }: Box,
  place: 'top' | 'center' = 'center',
): void {
  document.image(print, x, y, { fit: [width, height], ...(place === 'center' && { valign: place }) })
}
