import type { ReportContent } from '#contract/reports.ts'
import { drawIntervalBar } from '#server/platform/paper/interval-bar.ts'
import { alarm, type Doc, page, right, type Structure, type Style } from '#server/platform/paper/pen.ts'
import { type Cell, type Column, drawTable, type Row } from '#server/platform/paper/table.ts'
import { flagMarks, isCritical } from './paper-words.ts'

type Result = ReportContent['tests'][number]['results'][number]

/** The part of a number before the decimal point; null if the text is not a number. */
const whole = (text: string) => /^[<>≤≥]?\s?[-−]?\d[\d\s]*(?=[.,]|$)/.exec(text)?.[0] ?? null
const belowDash = (text: string) => (text.includes('–') ? text.slice(0, text.indexOf('–')) : null)

const columns = [
  { title: 'Test', x: page.margin, width: 172 },
  { title: 'Result', x: 220, width: 46, anchor: { x: 22, before: whole } },
  { title: 'Unit', x: 268, width: 64 },
  { title: 'Remark', x: 334, width: 84 },
  { title: 'Reference interval', x: 420, width: 68, anchor: { x: 30, before: belowDash } },
] as const satisfies readonly Column[]

/** The columns of a test with only text results, which have no unit and no bar. */
const wordColumns = [
  { title: 'Test', x: page.margin, width: 150 },
  { title: 'Result', x: 200, width: 172 },
  { title: 'Remark', x: 378, width: 80 },
  { title: 'Expected', x: 462, width: right - 462 },
] as const satisfies readonly Column[]

const bar = { x: 490, width: right - 490 } as const
const barTitles: readonly Column[] = [
  { title: 'low', x: bar.x, width: 20 },
  { title: 'high', x: bar.x + bar.width - 20, width: 20, align: 'right' },
]

/** With more results than this the rows are closer, so that thirty fit on a page. */
const airy = 22

/** The results of a test as a table. The bar beside each number shows its place in the interval and repeats the texts. */
export function drawResults(document: Doc, section: Structure, results: readonly Result[]): void {
  const pad = results.length > airy ? 1.5 : 2.2
  if (results.every(({ number }) => number === null)) {
    drawTable(document, section, { columns: wordColumns, rows: results.map(wordRow), pad })
    return
  }
  const rows = results.map((result) => rowOf(document, result))
  drawTable(document, section, { columns, rows, artTitles: results.some(isPictured) ? barTitles : [], pad })
}

const isPictured = ({ number, low, high }: Result) => number !== null && (low !== null || high !== null)

const styleOf = ({ flag }: Result): Style => ({
  bold: flag !== '',
  ...(isCritical(flag) && { color: alarm }),
})

function wordRow(result: Result): Row {
  const [name, value] = cellsOf(result)
  return {
    cells: [name, value, { text: remarkOf(result), style: styleOf(result) }, { text: intervalOf(result) }],
  }
}

const cellsOf = (result: Result): [Cell, Cell] => [
  { text: result.name, style: { bold: result.flag !== '' } },
  { text: result.value || 'not recorded', style: styleOf(result) },
]

function rowOf(document: Doc, result: Result): Row {
  const { number: at, unit, low, high, unconfirmed } = result
  const [name, value] = cellsOf(result)
  const cells: Cell[] = [
    name,
    // A text result has no unit, so it takes that column too.
    { ...value, ...(unit === '' && { width: 112 }) },
    { text: unit, style: { size: 8 } },
    { text: remarkOf(result), style: styleOf(result) },
    { text: intervalOf(result), ...(at === null && { width: 68 + bar.width }) },
  ]
  if (at === null || !isPictured(result)) return { cells }
  const judged = { at, low, high, unconfirmed, critical: isCritical(result.flag) }
  return { cells, art: (y) => drawIntervalBar(document, { ...bar, y: y + 5.3 }, judged) }
}

const remarkOf = ({ flag, flagWords, before }: Result) =>
  [`${flagMarks[flag]} ${flagWords}`.trim(), before === null ? '' : `was ${before}`]
    .filter(Boolean)
    .join(', ')

const intervalOf = ({ range, unconfirmed, birthNeeded }: Result) =>
  `${range || 'none'}${unconfirmed ? ' *' : ''}${birthNeeded ? ' **' : ''}`
