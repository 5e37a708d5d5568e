import type { ReportContent } from '#contract/reports.ts'
import { birthNeededText } from '#contract/results.ts'
import {
  alarm,
  type Doc,
  line,
  makeRoom,
  page,
  pen,
  quiet,
  type Structure,
  type Style,
} from '#server/platform/paper/pen.ts'

type Tested = ReportContent['tests'][number]

const columns = [
  { title: 'Test', x: page.margin, width: 170 },
  { title: 'Result', x: 222, width: 80 },
  { title: 'Unit', x: 306, width: 66 },
  { title: 'Reference interval', x: 376, width: 88 },
  { title: 'Remark', x: 468, width: 80 },
] as const
const heading: Style = { size: 7.5, color: quiet }

/** One test of a report: its specimen, what was found, who stands for it. */
export function drawTest(document: Doc, body: Structure, test: Tested): void {
  makeRoom(document, 110)
  const section = document.struct('Sect')
  body.add(section)
  line(document, section, 'H2', test.name, { bold: true, size: 11 })
  line(document, section, 'P', specimenOf(test), heading)
  for (const sample of test.rejected) {
    const said = `An earlier sample, ${sample.accession}, was rejected on ${sample.at}: ${sample.reason}. This one was taken in its place.`
    line(document, section, 'P', said, heading)
  }
  if (test.withdrawn) drawWithdrawal(document, section, test.withdrawn)
  else drawResults(document, section, test)
  section.end()
  document.moveDown(0.8)
}

function specimenOf({ specimen, accession, collectedAt, receivedAt, prepared }: Tested): string {
  const preparation = {
    yes: ' The patient was prepared as asked.',
    no: ' The patient was not prepared as asked.',
    'not needed': '',
  } as const
  return `${specimen}, sample ${accession}, collected ${collectedAt}, received ${receivedAt ?? 'not recorded'}.${
    prepared === null ? '' : preparation[prepared]
  }`
}

function drawWithdrawal(
  document: Doc,
  section: Structure,
  { by, at, reason }: NonNullable<Tested['withdrawn']>,
) {
  line(document, section, 'P', `Withdrawn on ${at} by ${by}: ${reason}`, { bold: true, color: alarm })
  line(document, section, 'P', 'The results that earlier versions show for this test do not hold.')
}

function drawResults(document: Doc, section: Structure, test: Tested): void {
  if (test.correction) {
    const said = `Corrected by ${test.correction.by}: ${test.correction.reason}`
    line(document, section, 'P', said, { bold: true, color: alarm })
  }
  const table = document.struct('Table')
  section.add(table)
  const titles = columns.map((column) => column.title)
  drawRow(document, table, 'TH', titles, heading)
  for (const result of test.results) {
    const critical = /Critical/.test(result.flagWords)
    const cells = [
      result.name,
      result.value || 'not recorded',
      result.unit,
      `${result.range || 'none'}${result.unconfirmed ? ' *' : ''}${result.birthNeeded ? ' **' : ''}`,
      [result.flagWords, result.before === null ? '' : `was ${result.before}`].filter(Boolean).join(', '),
    ]
    drawRow(document, table, 'TD', cells, {
      bold: result.flag !== '',
      ...(critical && { color: alarm }),
    })
  }
  table.end()
  if (test.results.some((result) => result.unconfirmed)) {
    line(document, section, 'P', "* Interval to be confirmed by the laboratory's director.", heading)
  }
  if (test.results.some((result) => result.birthNeeded)) {
    line(document, section, 'P', `** ${birthNeededText}.`, heading)
  }
  line(document, section, 'P', peopleOf(test), heading)
}

/** Whoever releases has read the results over; where one person or a rule did it, nobody has reviewed them. */
function peopleOf({ enteredBy, releasedBy, releasedAt, byRule }: Tested): string {
  if (byRule)
    return `Entered by ${enteredBy}. Released automatically, ${releasedAt}, by the rule ${releasedBy}.`
  return enteredBy === releasedBy
    ? `Entered and released by ${releasedBy}, ${releasedAt}.`
    : `Entered by ${enteredBy}. Reviewed and released by ${releasedBy}, ${releasedAt}.`
}

/** A row of the table. On a new page the titles stand again, for the eye alone: a screen reader has them already. */
function drawRow(
  document: Doc,
  table: Structure,
  type: 'TH' | 'TD',
  cells: readonly string[],
  style: Style,
): void {
  const height = heightOf(document, cells, style)
  if (makeRoom(document, height)) repeatTitles(document)
  const y = document.y
  const row = document.struct('TR')
  table.add(row)
  columns.forEach((column, index) => {
    row.add(
      document.struct(type, {}, () => {
        const say = pen(document, style)
        document.text(say(cells[index] || ' '), column.x, y, { width: widthOf(cells, index) })
      }),
    )
  })
  row.end()
  document.y = y + height
}

function heightOf(document: Doc, cells: readonly string[], style: Style): number {
  const say = pen(document, style)
  const single = document.currentLineHeight(true)
  const heights = columns.map((_, index) => {
    const [text, width] = [say(cells[index] ?? ''), widthOf(cells, index)]
    const isOneLine = !text.includes('\n') && document.widthOfString(text) <= width
    return isOneLine ? single : document.heightOfString(text, { width })
  })
  return Math.max(...heights) + 3
}

/** An answer in words has no unit: it takes that column too. */
const widthOf = (cells: readonly string[], index: number): number =>
  index === 1 && cells[2] === '' ? 150 : (columns[index]?.width ?? 80)

function repeatTitles(document: Doc): void {
  const y = document.y
  document.markContent('Artifact', { type: 'Layout' })
  const say = pen(document, heading)
  for (const { title, x, width } of columns) document.text(say(title), x, y, { width, lineBreak: false })
  document.endMarkedContent()
  document.y = y + document.currentLineHeight(true) + 3
}
