import type { ReportContent } from '#contract/reports.ts'
import { type Flag, flagWords } from '#contract/results.ts'
import { drawNotice } from '#server/platform/paper/notice.ts'
import { alarm, type Doc, ink, type Structure } from '#server/platform/paper/pen.ts'
import { flagMarks, isCritical } from './paper-words.ts'

/** Critical flags first. */
const order: readonly Flag[] = ['AA', 'HH', 'LL', 'A', 'H', 'L']

/** A report with fewer results needs no summary. */
const fewest = 6

/** The flagged results of all tests, placed before the tables, so that the reader need not search the rows for them. */
export function drawSummary(document: Doc, body: Structure, { tests }: ReportContent): void {
  const results = tests.flatMap((test) => test.results)
  if (results.length < fewest) return
  const flagged = results.filter(({ flag }) => flag !== '')
  const title = { bold: true, size: 10 }
  if (flagged.length === 0) {
    if (results.every(({ range }) => range === '')) return
    drawNotice(document, body, [{ text: 'No result lies outside its reference interval.', style: title }])
    return
  }
  const lines = order.flatMap((flag) => {
    const ones = flagged.filter((result) => result.flag === flag)
    if (ones.length === 0) return []
    const critical = isCritical(flag)
    const text = `${flagMarks[flag]} ${flagWords[flag]}: ${ones.map(sayResult).join(', ')}`
    return [{ text, style: { bold: critical, color: critical ? alarm : ink } }]
  })
  const said = { text: `Flagged: ${flagged.length} of ${results.length} results`, style: title }
  const worst = flagged.some(({ flag }) => isCritical(flag))
  drawNotice(document, body, [said, ...lines], worst ? alarm : ink)
}

/** A text result is left out since it can be long; the table has it. */
const sayResult = ({ name, value, number, unit }: ReportContent['tests'][number]['results'][number]) =>
  number === null ? name : `${name} ${value} ${unit}`.trimEnd()
