import { drawLogo, logoRoom, type Picture } from './logo.ts'
import { across, asArtifact, type Doc, faint, ink, page, pen, put, quiet, right, type Style } from './pen.ts'

/** The head and foot of every page of a paper. */
export type Frame = {
  /** The name of the laboratory, and its contact details. */
  from: string
  reach: readonly string[]
  /** The laboratory's own line of the head. */
  line?: string
  logo: Picture | null
  /** The line at the head of each page after the first: it names the patient, so that loose pages are not mixed up. */
  continues: string
  /** The two lines of the foot, beside and below the page number. */
  foot: readonly [string, string]
  /** The laboratory's own line of the foot. */
  own?: string
  /** The line below the foot of a copy: who printed it and when. */
  mark?: string
}

const head = { name: 30, reach: 49, line: 63, rule: 80, continues: 88 } as const
/** Measured from the lower edge of the page. */
const foot = { rule: 56, line: 10 } as const

/** Draws head and foot on the pages from `first` on, as artifacts, so that a screen reader does not repeat them. */
export function framePages(document: Doc, frame: Frame, first = 0): void {
  const { count } = document.bufferedPageRange()
  for (let index = first; index < count; index++) {
    document.switchToPage(index)
    document.page.margins = { top: 0, bottom: 0, left: 0, right: 0 }
    const place = { number: index - first + 1, of: count - first }
    asArtifact(document, () => drawFrame(document, frame, place), 'Pagination')
  }
}

function drawFrame(document: Doc, frame: Frame, { number, of }: { number: number; of: number }): void {
  const taken = frame.logo ? logoRoom : 0
  if (frame.logo) drawLogo(document, frame.logo)
  if (frame.line) drawFitted(document, frame.line, head.line, { size: 8.5, color: quiet, taken })
  drawFitted(document, frame.from, head.name, { bold: true, size: 14, taken })
  const reach = frame.reach.filter((part) => part !== '').join('  ·  ')
  drawFitted(document, reach, head.reach, { size: 8.5, color: quiet, taken })
  rule(document, head.rule, { thick: 1, color: ink })
  if (number > 1) drawFitted(document, frame.continues, head.continues, { bold: true, size: 9 })

  const low = document.page.height - foot.rule
  rule(document, low, { thick: 0.5, color: faint })
  const y = low + 5
  const pageOf = { x: right - 90, y, width: 90, align: 'right', bold: true, size: 8 } as const
  put(document, `Page ${number} of ${of}`, pageOf)
  drawFitted(document, frame.foot[0], y, { size: 8, color: quiet, taken: 96 })
  drawFitted(document, frame.foot[1], y + foot.line, { size: 8, color: quiet })
  const below = [frame.own, frame.mark].filter((text) => text !== undefined && text !== '')
  below.forEach((text, index) => {
    const isMark = text === frame.mark
    const style = { size: 8, ...(isMark ? { bold: true } : { color: quiet }) }
    drawFitted(document, text ?? '', y + (2 + index) * foot.line, style)
  })
}

function rule(document: Doc, y: number, { thick, color }: { thick: number; color: string }): void {
  document.moveTo(page.margin, y).lineTo(right, y).lineWidth(thick).strokeColor(color).stroke()
}

const smallest = 6

/**
 * Writes one line across the page, without the width `taken` on the right. A longer text is set in smaller letters, down to `smallest`,
 * and then truncated with an ellipsis.
 */
function drawFitted(
  document: Doc,
  text: string,
  y: number,
  { taken = 0, ...style }: Style & { size: number; taken?: number },
): void {
  const width = across - taken
  const said = pen(document, style)(text)
  const long = document.widthOfString(said)
  if (long <= width) {
    document.text(said, page.margin, y, { lineBreak: false })
    return
  }
  const size = Math.max(smallest, (style.size * width) / long)
  document.fontSize(size)
  const height = document.currentLineHeight(true)
  document.text(said, page.margin, y, { width, height, ellipsis: size === smallest })
}
