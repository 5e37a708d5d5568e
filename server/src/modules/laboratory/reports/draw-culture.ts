import type { ReportedCulture } from '#contract/reports.ts'
import { categories, growthAmounts, methodUnits, sayMeasure } from '#contract/susceptibility.ts'
import { drawNotice } from '#server/platform/paper/notice.ts'
import {
  alarm,
  type Doc,
  line,
  makeRoom,
  page,
  quiet,
  type Structure,
  type Style,
} from '#server/platform/paper/pen.ts'
import { type Column, drawTable } from '#server/platform/paper/table.ts'

type Isolate = ReportedCulture['isolates'][number]

const small: Style = { size: 8, color: quiet }

const columns = [
  { title: 'Antibiotic', x: page.margin, width: 190 },
  { title: 'Category', x: 240, width: 170 },
  { title: 'Zone or MIC', x: 420, width: 110 },
] as const satisfies readonly Column[]

export const interimText = 'Interim report: the culture is still incubated. More results follow.'

/** The note before the results of a culture that is not final. */
export function drawInterim(document: Doc, section: Structure): void {
  drawNotice(document, section, [{ text: interimText, style: { bold: true, color: alarm } }], alarm)
}

/** The isolates of a culture, each with its antibiogram. */
export function drawCulture(
  document: Doc,
  section: Structure,
  { isolates, breakpoints }: ReportedCulture,
): void {
  for (const isolate of isolates) {
    makeRoom(document, 60)
    document.y += 2
    line(document, section, 'H3', titleOf(isolate), { bold: true })
    if (isolate.comment !== '') line(document, section, 'P', isolate.comment)
    document.y += 2
    if (isolate.antibiogram.length === 0) continue
    const rows = isolate.antibiogram.map((row) => ({
      cells: [
        { text: row.antibiotic },
        { text: `${row.category}  ${categories[row.category]}`, style: { bold: row.category === 'R' } },
        { text: measureOf(row) },
      ],
    }))
    drawTable(document, section, { columns, rows, pad: 1.5 })
    document.y += 4
  }
  if (breakpoints !== '') line(document, section, 'P', `Breakpoints: ${breakpoints}.`, small)
}

/** `1. Escherichia coli, heavy growth`. */
export const titleOf = ({ number, organism, amount }: Isolate): string =>
  `${number}. ${organism}${amount === '' ? '' : `, ${growthAmounts[amount].toLowerCase().replace('cfu/ml', 'CFU/mL')}`}`

export const measureOf = ({ method, comparator, value }: Isolate['antibiogram'][number]): string =>
  method === null || value === null ? '' : `${sayMeasure({ comparator, value })} ${methodUnits[method]}`
