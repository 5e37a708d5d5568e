import { nameOf, printable } from './faces.ts'

/** The page of all papers and the pen that writes on it. Lengths are points. */
export type Doc = PDFKit.PDFDocument
export type Structure = PDFKit.PDFStructureElement
export type Style = { bold?: boolean; size?: number; color?: string }

export const ink = '#12312E'
export const quiet = '#4A625F'
export const alarm = '#B3261E'
/** The colours of rules between rows and of the interval on a bar: pale, and still visible when printed in black. */
export const faint = '#C3CFCD'
export const pale = '#DCE6E3'

/** The width of A4, in which all papers are laid out, and the margins. `later` is the top margin of the pages after the first, below the line that says what they continue. */
export const page = { width: 595, margin: 44, top: 96, later: 112, bottom: 66 } as const
export const across = page.width - 2 * page.margin
export const right = page.width - page.margin

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
      put(document, text, { x: page.margin, y: document.y, width: across, ...style })
    }),
  )
}

type Placed = Style & { x: number; y: number; width: number; align?: 'left' | 'right' | 'centre' }

/** Writes a text at a position. Line breaking is slow, so it is used only for a text wider than its box. */
export function put(document: Doc, text: string, { x, y, width, align = 'left', ...style }: Placed): void {
  const said = pen(document, style)(text)
  const long = document.widthOfString(said)
  if (said.includes('\n') || long > width) {
    document.text(said, x, y, { width, align: align === 'centre' ? 'center' : align })
    return
  }
  const beside = { left: 0, centre: (width - long) / 2, right: width - long }[align]
  document.text(said, x + beside, y, { lineBreak: false })
  document.y = y + document.currentLineHeight(true)
}

/** The height that `put` takes. */
export function heightOf(
  document: Doc,
  text: string,
  { width, ...style }: Style & { width: number },
): number {
  const said = pen(document, style)(text)
  if (!said.includes('\n') && document.widthOfString(said) <= width) return document.currentLineHeight(true)
  return document.heightOfString(said, { width })
}

/** Starts a new page if this height does not fit on the current one; returns whether it did. */
export function makeRoom(document: Doc, height: number): boolean {
  if (document.y + height <= document.page.height - page.bottom) return false
  document.addPage()
  return true
}

/** Marks drawn content as layout, which a screen reader skips. */
export function asArtifact(document: Doc, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
  document.markContent('Artifact', { type })
  draw()
  document.endMarkedContent()
}
