import type { ReportContent } from '#contract/reports.ts'
import { birthNeededText } from '#contract/results.ts'
import { drawNotice } from '#server/platform/paper/notice.ts'
import {
  alarm,
  type Doc,
  line,
  makeRoom,
  quiet,
  type Structure,
  type Style,
} from '#server/platform/paper/pen.ts'
import { drawCulture, drawInterim } from './draw-culture.ts'
import { drawResults } from './draw-results.ts'
import { isReportedElsewhere, theirReport } from './paper-words.ts'
import { attachedTo, methodOf, peopleOf, rejectedTexts, specimenOf } from './test-words.ts'

type Tested = ReportContent['tests'][number]

const small: Style = { size: 8, color: quiet }

/** One test of a report: its specimen, what was found, who stands for it. */
export function drawTest(document: Doc, body: Structure, test: Tested): void {
  makeRoom(document, 104)
  const section = document.struct('Sect')
  body.add(section)
  document.y += 4
  line(document, section, 'H2', test.name, { bold: true, size: 12 })
  document.y += 1
  line(document, section, 'P', specimenOf(test), small)
  for (const said of rejectedTexts(test)) line(document, section, 'P', said, small)
  const how = methodOf(test)
  if (how !== '') line(document, section, 'P', how, small)
  document.y += 5
  if (test.withdrawn) drawWithdrawal(document, section, test.withdrawn)
  else drawFound(document, section, test)
  section.end()
  document.y += 10
}

function drawWithdrawal(
  document: Doc,
  section: Structure,
  { by, at, reason }: NonNullable<Tested['withdrawn']>,
) {
  const said = [
    { text: `Withdrawn on ${at} by ${by}: ${reason}`, style: { bold: true, color: alarm } },
    { text: 'The results of this test in earlier versions of the report are not valid.' },
  ]
  drawNotice(document, section, said, alarm)
}

function drawFound(document: Doc, section: Structure, test: Tested): void {
  if (test.correction) {
    const text = `Corrected by ${test.correction.by}: ${test.correction.reason}`
    drawNotice(document, section, [{ text, style: { bold: true, color: alarm } }], alarm)
  }
  if (test.culture?.interim) drawInterim(document, section)
  if (isReportedElsewhere(test)) line(document, section, 'P', theirReport(test), { bold: true })
  else drawResults(document, section, test.results)
  document.y += 4
  if (test.culture) drawCulture(document, section, test.culture)
  if (test.results.some((result) => result.unconfirmed)) {
    line(document, section, 'P', "* Interval to be confirmed by the laboratory's director.", small)
  }
  if (test.results.some((result) => result.birthNeeded)) {
    line(document, section, 'P', `** ${birthNeededText}.`, small)
  }
  for (const text of [...test.interpretations, test.comment]) {
    if (text === '') continue
    document.y += 1
    line(document, section, 'P', text)
    document.y += 2
  }
  const files = attachedTo(test)
  if (files !== '') line(document, section, 'P', files, small)
  line(document, section, 'P', peopleOf(test), small)
}
