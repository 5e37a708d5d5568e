import {
  across,
  asArtifact,
  type Doc,
  faint,
  heightOf,
  makeRoom,
  page,
  pen,
  put,
  quiet,
  right,
  type Structure,
  type Style,
} from './pen.ts'

export type Column = {
  title: string
  x: number
  width: number
  align?: 'left' | 'right'
  /** Places the part `before` of the text to the left of `x` points in the column, so that decimal points are aligned. */
  anchor?: { x: number; before: (text: string) => string | null }
}
export type Cell = { text: string; style?: Style; width?: number }
export type Row = {
  cells: readonly Cell[]
  /** Draws an artifact before the texts of the row, whose top is `y`. */
  art?: (y: number) => void
}
type Table = {
  columns: readonly Column[]
  rows: readonly Row[]
  /** Titles of the artifacts in the rows, drawn as artifacts as well. */
  artTitles?: readonly Column[]
  style?: Style
  /** Space above and below the texts of a row. */
  pad?: number
}

const regular = 9
const heading: Style = { size: 7.5, color: quiet }

/**
 * A tagged table. A row is split over two pages only if it is longer than a page. A new page repeats the titles as artifacts,
 * since a screen reader has read them already.
 */
export function drawTable(
  document: Doc,
  parent: Structure,
  { columns, rows, artTitles = [], style = {}, pad = 2.2 }: Table,
) {
  const table = document.struct('Table')
  parent.add(table)
  const all = [...columns, ...artTitles]
  const titles = columns.map(({ title }) => ({ text: title, style: heading }))
  drawRow(document, table, 'TH', {
    columns,
    style,
    pad: headPad,
    height: headHeight,
    row: { cells: titles, art: titlesOf(document, artTitles) },
  })
  for (const row of rows) {
    const height = heightOfRow(document, columns, row, style) + 2 * pad
    if (makeRoom(document, height)) {
      const y = document.y
      asArtifact(document, () => titlesOf(document, all)(y + headPad))
      asArtifact(document, () => rule(document, y + headHeight))
      document.y = y + headHeight
    }
    drawRow(document, table, 'TD', { columns, style, row, pad, height })
  }
  table.end()
}

const headPad = 2.2
const headHeight = 9 + 2 * headPad

const titlesOf = (document: Doc, columns: readonly Column[]) => (y: number) => {
  for (const { title, x, width, align = 'left' } of columns)
    put(document, title, { x, y: y + lowerOf(heading), width, align, ...heading })
}

type Drawn = { columns: readonly Column[]; row: Row; style: Style; pad: number; height: number }

function drawRow(
  document: Doc,
  table: Structure,
  type: 'TH' | 'TD',
  { columns, row, style, pad, height }: Drawn,
): void {
  const y = document.y
  asArtifact(document, () => {
    rule(document, y + height)
    row.art?.(y + pad)
  })
  const element = document.struct('TR')
  table.add(element)
  columns.forEach((column, index) => {
    const cell = row.cells[index] ?? { text: '' }
    element.add(document.struct(type, {}, () => drawCell(document, column, cell, { y: y + pad, style })))
  })
  element.end()
  document.y = y + height
}

function drawCell(
  document: Doc,
  { x, width, align = 'left', anchor }: Column,
  { text, style: own, width: wide }: Cell,
  { y, style }: { y: number; style: Style },
): void {
  const written = { ...style, ...own }
  const before = anchor?.before(text) ?? null
  const shift = anchor && before !== null ? anchor.x - widthOf(document, before, written) : 0
  put(document, text || ' ', {
    x: x + Math.max(0, shift),
    y: y + lowerOf(written),
    width: wide ?? width,
    align,
    ...written,
  })
}

/** How much lower smaller letters start, so that all texts of a row share a baseline. */
const lowerOf = ({ size = regular }: Style) => (regular - size) * 0.93

function heightOfRow(document: Doc, columns: readonly Column[], { cells }: Row, style: Style): number {
  const heights = cells.map(({ text, style: own, width }, index) =>
    heightOf(document, text, { ...style, ...own, width: width ?? columns[index]?.width ?? across }),
  )
  return Math.max(...heights)
}

function widthOf(document: Doc, text: string, style: Style): number {
  pen(document, style)
  return document.widthOfString(text)
}

const rule = (document: Doc, y: number): void => {
  document.moveTo(page.margin, y).lineTo(right, y).lineWidth(0.4).strokeColor(faint).stroke()
}
