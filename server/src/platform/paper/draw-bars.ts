import bwip, { type RenderOptions } from 'bwip-js/node'
import type { Doc } from './pen.ts'

export type Box = { x: number; y: number; width: number; height: number }

/** The narrowest bar is three dots of a label printer with 203 dpi, which leaves a quiet zone of ten bars at both ends. */
const bar = (3 / 203) * 72

/** The number as a Code 128 barcode in the middle of its box. It is drawn as shapes, so the bars have the printer's resolution. */
export function drawBars(document: Doc, text: string, { x, y, width, height }: Box): void {
  const options: RenderOptions = { bcid: 'code128', text }
  const [code] = bwip.raw(options)
  if (!code || !('sbs' in code)) throw new Error('A Code 128 without its bars')
  const widths: readonly number[] = code.sbs
  const all = widths.reduce((sum, one) => sum + one, 0)
  let at = x + (width - all * bar) / 2
  widths.forEach((modules, index) => {
    if (index % 2 === 0) document.rect(at, y, modules * bar, height)
    at += modules * bar
  })
  document.fill('#000000')
}
