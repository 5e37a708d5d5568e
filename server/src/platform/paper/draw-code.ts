import bwip, { type RenderOptions } from 'bwip-js/node'
import { type Doc, ink } from '#server/platform/paper/pen.ts'

/** A QR code as one path of squares: sharp at any size, and no picture to make, pack and unpack again. */
export function drawCode(document: Doc, text: string, x: number, y: number, side: number): void {
  const options: RenderOptions & { eclevel: string } = { bcid: 'qrcode', eclevel: 'M', text }
  const [code] = bwip.raw(options)
  if (!code || !('pixs' in code)) throw new Error('A QR code without its squares')
  const { pixs, pixx: across } = code
  const step = side / across
  for (let row = 0; row * across < pixs.length; row++) {
    for (let from = 0, to = 0; from < across; from = to + 1) {
      to = from
      while (to < across && pixs[row * across + to] === 1) to++
      if (to > from) document.rect(x + from * step, y + row * step, (to - from) * step, step)
    }
  }
  document.fill(ink)
}
