import { setImmediate } from 'node:timers/promises'
import type { Cumulative } from '#contract/cumulative.ts'
import { framePages } from '#server/platform/paper/frame.ts'
import { openLogo } from '#server/platform/paper/logo.ts'
import { firstPage, openPaper, type PaperSize } from '#server/platform/paper/open-paper.ts'
import { alarm, line, makeRoom, page, quiet, right } from '#server/platform/paper/pen.ts'
import { type Column, drawTable, type Row } from '#server/platform/paper/table.ts'
import { flagMarks, isCritical } from './paper-words.ts'

type Facts = {
  laboratory: { name: string; reach: readonly string[] }
  patient: { fullName: string; number: string; sex: string; born: string | null }
  sayAt: (at: string) => string
  made: string
  /** Whether values are left out that wait for the payment. */
  isUnpaid: boolean
  page: PaperSize
  at: Date
  logo: Buffer | null
}

/** Samples beside each other; more follow in further tables. */
const beside = 5
const nameWidth = 150
const rangeWidth = 70

/** All values of a person as a PDF: tables of five samples each, the latest first. It is no report: those it is drawn from are. */
export async function drawCumulative(table: Cumulative, facts: Facts): Promise<Buffer> {
  const { laboratory, patient, made, at, logo } = facts
  const { document, done } = openPaper({
    title: `Cumulative report ${patient.number}`,
    author: laboratory.name,
    at,
  })
  firstPage(document, facts.page)
  const body = document.struct('Document')
  document.addStructure(body)
  line(document, body, 'H1', 'Cumulative report', { bold: true, size: 20 })
  line(document, body, 'P', patient.fullName, { bold: true, size: 14 })
  const about = [patient.sex, patient.born && `born ${patient.born}`, `person number ${patient.number}`]
  line(document, body, 'P', about.filter(Boolean).join(', '))
  const small = { size: 8, color: quiet }
  const said = 'Values of released reports, the latest sample first. Intervals are those of the latest value.'
  line(document, body, 'P', said, small)
  if (table.older)
    line(document, body, 'P', 'Older values are left out. The reports of their visits have them.')
  if (facts.isUnpaid) line(document, body, 'P', 'Results that wait for the payment are left out.')
  for (let from = 0; from < table.columns.length; from += beside) {
    const rows = rowsOf(table, from)
    makeRoom(document, 80)
    document.y += 10
    const columns = columnsOf(table.columns.slice(from, from + beside).map(facts.sayAt))
    drawTable(document, body, { columns, rows, style: { size: 8.5 } })
    // Drawing many tables takes as long as several calls, so pending calls are answered before the next table.
    await setImmediate()
  }
  body.end()
  const person = `${patient.fullName}  ·  ${patient.number}`
  framePages(document, {
    from: laboratory.name,
    reach: laboratory.reach,
    logo: logo && openLogo(document, logo),
    continues: person,
    foot: [person, made],
  })
  document.end()
  return done
}

function columnsOf(instants: readonly string[]): Column[] {
  const first = page.margin + nameWidth + rangeWidth + 8
  const width = (right - first) / beside
  return [
    { title: 'Test', x: page.margin, width: nameWidth },
    { title: 'Interval', x: page.margin + nameWidth + 4, width: rangeWidth },
    ...instants.map((title, index) => ({ title, x: first + index * width, width: width - 4 })),
  ]
}

/** The rows with a value in one of these samples. The name of a test is above its quantities, unless it is the name of the quantity. */
function rowsOf({ rows }: Cumulative, from: number): Row[] {
  const shown = rows
    .map((row) => ({ ...row, cells: row.cells.slice(from, from + beside) }))
    .filter(({ cells }) => cells.some((cell) => cell !== null))
  return shown.flatMap(({ test, name, unit, range, cells }, index) => {
    const isFirst = shown[index - 1]?.test !== test
    const title = { text: test, style: { bold: true }, width: nameWidth + rangeWidth }
    const row = {
      cells: [
        { text: unit === '' ? name : `${name}, ${unit}` },
        { text: range || 'none' },
        ...cells.map((cell) => ({
          text: cell === null ? '' : `${cell.value} ${flagMarks[cell.flag]}`.trim(),
          style: {
            bold: cell !== null && cell.flag !== '',
            ...(cell !== null && isCritical(cell.flag) && { color: alarm }),
          },
        })),
      ],
    }
    return isFirst && test !== name ? [{ cells: [title] }, row] : [row]
  })
}
