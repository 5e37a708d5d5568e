import {
  type Doc,
  ink,
  line,
  makeRoom,
  page,
  quiet,
  right,
  type Structure,
} from '#server/platform/paper/pen.ts'
import { type Column, type Row as Drawn, drawTable } from '#server/platform/paper/table.ts'
import type { Row, Table } from './table.ts'

const bar = { width: 92, gap: 12, height: 5, beforeHeight: 3 } as const
/** Width of a column of figures: "1 h 30 min" fits. */
const numbers = 50
const between = 4

/**
 * A table with bars at the ends of its rows, which repeat a figure of the row. The bar of this period is filled and that of the
 * period before is outlined, so that they differ in black and white as well.
 */
export function drawFigureTable(document: Doc, body: Structure, table: Table): void {
  makeRoom(document, 90)
  const section = document.struct('Sect')
  body.add(section)
  line(document, section, 'H2', table.title, { bold: true, size: 12 })
  line(document, section, 'P', table.about, { size: 8, color: quiet })
  document.y += 5
  if (table.rows.length === 0) line(document, section, 'P', 'Nothing in this period.')
  else drawRows(document, section, table)
  section.end()
  document.y += 16
}

function drawRows(document: Doc, section: Structure, { columns, rows, bars }: Table): void {
  const x = right - bar.width
  const most = Math.max(bars?.most ?? 0, ...(bars?.most ? [] : rows.map(longest)))
  const drawn = rows.map(({ cells, bar: of }): Drawn => {
    const texts = cells.map((text) => ({ text }))
    if (!of || most === 0) return { cells: texts }
    return { cells: texts, art: (y) => drawBars(document, of, most, { x, y: y + 1 }) }
  })
  drawTable(document, section, {
    columns: columnsOf(columns, bars !== undefined),
    rows: drawn,
    artTitles: bars ? [{ title: bars.name, x, width: bar.width }] : [],
    style: { size: 8.5 },
  })
}

const longest = ({ bar: of }: Row) => Math.max(of?.value ?? 0, of?.before ?? 0)

/** The first column takes what the figures and the bars leave. */
function columnsOf(titles: readonly string[], withBars: boolean): Column[] {
  const end = right - (withBars ? bar.width + bar.gap : 0)
  const start = end - (titles.length - 1) * numbers
  return titles.map((title, index) =>
    index === 0
      ? { title, x: page.margin, width: start - page.margin - 2 * between }
      : { title, x: start + (index - 1) * numbers, width: numbers - between, align: 'right' },
  )
}

function drawBars(
  document: Doc,
  { value, before }: NonNullable<Row['bar']>,
  most: number,
  { x, y }: { x: number; y: number },
): void {
  const long = (of: number) => Math.max(0.5, (Math.min(of, most) / most) * bar.width)
  if (value !== null) document.rect(x, y, long(value), bar.height).fill(ink)
  if (before === null) return
  document.rect(x + 0.25, y + 0.5 + bar.height, long(before), bar.beforeHeight)
  document.lineWidth(0.5).strokeColor(ink).stroke()
}
