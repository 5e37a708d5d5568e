import { nameOf, printable } from './faces.ts'

/** The page of a report and the pen that writes on it. Lengths are points. */
export type Doc = PDFKit.PDFDocument
export type Structure = PDFKit.PDFStructureElement
export type Style = { bold?: boolean; size?: number; color?: string }

export const ink = '#12312E'
export const quiet = '#4A625F'
export const alarm = '#B3261E'
export const page = { width: 595, height: 841, margin: 48, top: 118, bottom: 70 } as const

/** Sets font, size and colour; the returned function makes a text printable in that font. */
export function pen(document: Doc, { bold = false, size = 9, color = ink }: Style): (text: string) => string {
  const weight = bold ? 'bold' : 'plain'
  document.font(nameOf(weight)).fontSize(size).fillColor(color)
  return (text) => printable(text, weight)
}

/** Writes a paragraph in one element across the page. */
export function line(document: Doc, parent: Structure, type: string, text: string, style: Style = {}): void {
  parent.add(
    document.struct(type, {}, () => {
      const say = pen(document, style)
      document.text(say(text), page.margin, document.y, { width: page.width - 2 * page.margin })
    }),
  )
}

/** Starts a new page if this height does not fit on the current one; returns whether it did. */
export function makeRoom(document: Doc, height: number): boolean {
  if (document.y + height <= page.height - page.bottom) return false
  document.addPage()
  return true
}

const smallest = 6

/**
 * Writes one line across the page, without the width `taken` on the right. A longer text is made smaller, down to `smallest`,
 * and then truncated with an ellipsis.
 */
export function drawFitted(
  document: Doc,
  text: string,
  y: number,
  { taken = 0, ...style }: Style & { size: number; taken?: number },
): void {
  const width = page.width - 2 * page.margin - taken
  const say = pen(document, style)
  const size = Math.max(
    smallest,
    Math.min(style.size, (style.size * width) / document.widthOfString(say(text))),
  )
  document.fontSize(size)
  const height = document.currentLineHeight(true)
  document.text(say(text), page.margin, y, { width, height, ellipsis: size === smallest })
}
