import {
  type Doc,
  ink,
  line,
  makeRoom,
  page,
  pen,
  quiet,
  type Structure,
  type Style,
} from '#server/platform/paper/pen.ts'
import type { Row, Table } from './table.ts'

const bar = { width: 92, gap: 10, height: 5, beforeHeight: 3 } as const
const heading: Style = { size: 7.5, color: quiet }
const text: Style = { size: 8.5 }
const full = page.width - 2 * page.margin
/** Width of a column of figures: "1 h 30 min" fits. */
const numbers = 48

/**
 * A table with bars at the ends of its rows, which repeat a figure of the row. The bar of this period is filled and that of the
 * period before is outlined, so that they differ in black and white as well.
 */
export function drawTable(document: Doc, body: Structure, table: Table): void {
  makeRoom(document, 90)
  const section = document.struct('Sect')
  body.add(section)
  line(document, section, 'H2', table.title, { bold: true, size: 11 })
  line(document, section, 'P', table.about, heading)
  document.moveDown(0.4)
  if (table.rows.length === 0) line(document, section, 'P', 'Nothing in this period.', text)
  else drawRows(document, section, table)
  section.end()
  document.moveDown(1.2)
}

function drawRows(document: Doc, section: Structure, { columns, rows, bars }: Table): void {
  const places = placesOf(columns.length, bars !== undefined)
  const most = Math.max(bars?.most ?? 0, ...(bars?.most ? [] : rows.map(longest)))
  const element = document.struct('Table')
  section.add(element)
  const titles = { cells: columns, places, style: heading, label: bars?.name }
  drawRow(document, element, 'TH', titles)
  for (const row of rows) {
    const height = heightOf(document, row.cells, places)
    if (makeRoom(document, height)) repeatTitles(document, titles)
    const y = document.y
    drawRow(document, element, 'TD', { cells: row.cells, places, style: text, height })
    if (row.bar && most > 0) drawBars(document, row.bar, most, { x: places.bar, y })
  }
  element.end()
}

const longest = ({ bar: of }: Row) => Math.max(of?.value ?? 0, of?.before ?? 0)

type Places = { first: number; cells: readonly number[]; bar: number }

/** The first column takes what the figures and the bars leave. */
function placesOf(columns: number, withBars: boolean): Places {
  const right = page.width - page.margin - (withBars ? bar.width + bar.gap : 0)
  const figures = columns - 1
  const cells = Array.from({ length: figures }, (_, index) => right - (figures - index) * numbers)
  return { first: right - figures * numbers - page.margin - 8, cells, bar: right + bar.gap }
}

type Drawn = {
  cells: readonly string[]
  places: Places
  style: Style
  height?: number
  /** Above the bars. */
  label?: string | undefined
}

function drawRow(document: Doc, table: Structure, type: 'TH' | 'TD', drawn: Drawn): void {
  const row = document.struct('TR')
  table.add(row)
  drawCells(document, drawn, (draw) => row.add(document.struct(type, {}, draw)))
  row.end()
  rule(document, document.y - 2)
}

function drawCells(
  document: Doc,
  { cells, places, style, height = 13, label }: Drawn,
  tag: (draw: () => void) => void,
): void {
  const y = document.y
  cells.forEach((cell, index) => {
    tag(() => {
      const say = pen(document, style)
      if (index === 0) document.text(say(cell || ' '), page.margin, y, { width: places.first })
      else document.text(say(cell), places.cells[index - 1] ?? 0, y, { width: numbers - 4, align: 'right' })
    })
  })
  if (label !== undefined) {
    asArtifact(document, () => {
      const say = pen(document, style)
      document.text(say(label), places.bar, y, { width: bar.width, lineBreak: false })
    })
  }
  document.y = y + height
}

/** A new page repeats the titles as artifacts: a screen reader has read them already. */
const repeatTitles = (document: Doc, titles: Drawn): void =>
  drawCells(document, titles, (draw) => asArtifact(document, draw))

/** Marks what is drawn as layout, which a screen reader skips. */
function asArtifact(document: Doc, draw: () => void): void {
  document.markContent('Artifact', { type: 'Layout' })
  draw()
  document.endMarkedContent()
}

const rule = (document: Doc, y: number): void =>
  asArtifact(document, () => {
    const [left, right] = [page.margin, page.margin + full]
    document.moveTo(left, y).lineTo(right, y).lineWidth(0.3).strokeColor('#C3CFCD').stroke()
  })

function drawBars(
  document: Doc,
  { value, before }: NonNullable<Row['bar']>,
  most: number,
  { x, y }: { x: number; y: number },
): void {
  const long = (of: number) => Math.max(0.5, (Math.min(of, most) / most) * bar.width)
  asArtifact(document, () => {
    if (value !== null) document.rect(x, y + 0.5, long(value), bar.height).fill(ink)
    if (before === null) return
    document.rect(x + 0.25, y + 1 + bar.height, long(before), bar.beforeHeight)
    document.lineWidth(0.5).strokeColor(ink).stroke()
  })
}

function heightOf(document: Doc, cells: readonly string[], places: Places): number {
  const name = pen(document, text)(cells[0] ?? '')
  if (document.widthOfString(name) <= places.first) return 13
  return document.heightOfString(name, { width: places.first }) + 3.5
}
