import { drawLogo, logoRoom, type Picture } from './logo.ts'
import { across, asArtifact, type Doc, faint, ink, page, pen, put, quiet, right, type Style } from './pen.ts'

/** The head and foot of every page of a paper. */
export type Frame = {
  /** The name of the laboratory, and its contact details. */
  from: string
  reach: readonly string[]
  logo: Picture | null
  /** The line at the head of each page after the first: it names the patient, so that loose pages are not mixed up. */
  continues: string
  /** The two lines of the foot, beside and below the page number. */
  foot: readonly [string, string]
  /** The line below the foot of a copy: who printed it and when. */
  mark?: string
}

const head = { name: 34, reach: 53, rule: 80, continues: 88 } as const
const foot = { rule: 785, line: 11 } as const

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
  drawFitted(document, frame.from, head.name, { bold: true, size: 14, taken })
  const reach = frame.reach.filter((part) => part !== '').join('  ·  ')
  drawFitted(document, reach, head.reach, { size: 8.5, color: quiet, taken })
  rule(document, head.rule, { thick: 1, color: ink })
  if (number > 1) drawFitted(document, frame.continues, head.continues, { bold: true, size: 9 })

  rule(document, foot.rule, { thick: 0.5, color: faint })
  const y = foot.rule + 6
  const pageOf = { x: right - 90, y, width: 90, align: 'right', bold: true, size: 8 } as const
  put(document, `Page ${number} of ${of}`, pageOf)
  drawFitted(document, frame.foot[0], y, { size: 8, color: quiet, taken: 96 })
  drawFitted(document, frame.foot[1], y + foot.line, { size: 8, color: quiet })
  if (frame.mark) drawFitted(document, frame.mark, y + 2 * foot.line, { bold: true, size: 8 })
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
