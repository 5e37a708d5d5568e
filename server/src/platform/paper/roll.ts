import { openPaper } from './open-paper.ts'
import { asArtifact, type Doc, heightOf, ink, put, type Structure, type Style } from './pen.ts'

const mm = 72 / 25.4
/** A roll of 80 mm, of which a receipt printer prints 72. */
const roll = { width: 80 * mm, margin: 4 * mm } as const
const gap = 4

/** A part of a narrow paper: a text, two texts beside each other, a picture, a rule, or empty space. Parts stand below each other. */
export type Part =
  | { text: string; type?: string; style?: Style; align?: 'centre' }
  | { left: string; right: string; style?: Style }
  | {
      alt: string
      side: number
      align?: 'centre'
      draw: (document: Doc, x: number, y: number, side: number) => void
    }
  | { rule: 'line' | 'cut' }
  /** Points. */
  | { room: number }

/** The place of parts on a paper. Points. */
type Column = { x: number; width: number }

/** A paper on the roll of a receipt printer, as long as its parts. */
export async function drawRoll(
  about: { title: string; author: string; at: Date },
  parts: readonly Part[],
): Promise<Buffer> {
  const column = { x: roll.margin, width: roll.width - 2 * roll.margin }
  const { document, done } = openPaper(about)
  document.options.margins = { top: 0, bottom: 0, left: 0, right: 0 }
  // Measured on another document, since the page must have its size before anything is drawn.
  document.options.size = [roll.width, 2 * roll.margin + measured(parts, column.width)]
  document.addPage()
  document.y = roll.margin
  const body = document.struct('Document')
  document.addStructure(body)
  drawParts(document, body, parts, column)
  body.end()
  document.end()
  return done
}

function measured(parts: readonly Part[], width: number): number {
  const { document } = openPaper({ title: '', author: '', at: new Date(0) })
  document.addPage()
  return parts.reduce((sum, part) => sum + heightOfPart(document, part, width), 0)
}

/** Draws parts below each other from the present position on. */
export function drawParts(document: Doc, body: Structure, parts: readonly Part[], column: Column): void {
  for (const part of parts) {
    const y = document.y
    drawPart(document, body, part, { ...column, y })
    document.y = y + heightOfPart(document, part, column.width)
  }
}

/** The right text of a pair takes two fifths. */
const rightWidth = (width: number) => width * 0.42

function heightOfPart(document: Doc, part: Part, width: number): number {
  if ('room' in part) return part.room
  if ('side' in part) return part.side + 2 * gap
  if ('rule' in part) return part.rule === 'cut' ? 4 * gap : 2 * gap
  if ('text' in part) return heightOf(document, part.text, { width, ...part.style }) + gap
  const [left, right] = [width - rightWidth(width) - gap, rightWidth(width)]
  const heights = [
    heightOf(document, part.left, { width: left, ...part.style }),
    heightOf(document, part.right, { width: right, ...part.style }),
  ]
  return Math.max(...heights) + 2
}

function drawPart(document: Doc, body: Structure, part: Part, { x, y, width }: Column & { y: number }): void {
  const write = (type: string, text: string, at: Column & Style & { align?: 'right' | 'centre' }) =>
    body.add(document.struct(type, {}, () => put(document, text || ' ', { y, ...at })))
  if ('room' in part) return
  if ('side' in part) {
    const from = part.align === 'centre' ? x + (width - part.side) / 2 : x
    body.add(
      document.struct('Figure', { alt: part.alt }, () => part.draw(document, from, y + gap, part.side)),
    )
  } else if ('rule' in part) {
    asArtifact(document, () => {
      const at = y + gap
      document
        .moveTo(x, at)
        .lineTo(x + width, at)
        .lineWidth(0.6)
      if (part.rule === 'cut') document.dash(3, { space: 3 })
      document.strokeColor(ink).stroke().undash()
    })
  } else if ('text' in part) {
    write(part.type ?? 'P', part.text, { x, width, ...(part.align && { align: part.align }), ...part.style })
  } else {
    const right = rightWidth(width)
    write('P', part.left, { x, width: width - right - gap, ...part.style })
    write('P', part.right, { x: x + width - right, width: right, align: 'right', ...part.style })
  }
}
