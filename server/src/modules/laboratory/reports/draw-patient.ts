import type { ReportContent } from '#contract/reports.ts'
import { drawFacts, type Fact } from '#server/platform/paper/facts.ts'
import { drawNotice } from '#server/platform/paper/notice.ts'
import {
  alarm,
  asArtifact,
  type Doc,
  faint,
  ink,
  line,
  page,
  right,
  type Structure,
} from '#server/platform/paper/pen.ts'
import { orderLines, statusWords, withdrawnText } from './paper-words.ts'

const columns = [
  { x: page.margin, width: 222 },
  { x: 284, width: 128 },
  { x: 426, width: right - 426 },
] as const

/** Draws the title, the patient, and the notices that must be read before any value. */
export function drawPatient(document: Doc, body: Structure, report: ReportContent): void {
  const withdrawn = report.status === 'withdrawn'
  const color = withdrawn ? alarm : ink
  line(document, body, 'H1', statusWords[report.status], { bold: true, size: 20, color })
  const y = document.y + 5
  const ends = factsOf(report).map((facts, index) =>
    drawFacts(document, body, facts, { ...columns[index as 0 | 1 | 2], y }),
  )
  const end = Math.max(...ends) + 6
  asArtifact(document, () => {
    document.moveTo(page.margin, end).lineTo(right, end).lineWidth(0.5).strokeColor(faint).stroke()
  })
  document.y = end + 10
  const ordered = orderLines(report)
  for (const said of ordered) line(document, body, 'P', said, { size: 8.5 })
  if (ordered.length > 0) document.y += 6
  if (withdrawn) {
    drawNotice(
      document,
      body,
      [{ text: withdrawnText, style: { bold: true, size: 10, color: alarm } }],
      alarm,
    )
  }
  if (report.waitingFor.length > 0) {
    const said = `Still to come: ${report.waitingFor.join(', ')}.`
    drawNotice(document, body, [{ text: said, style: { bold: true } }])
  }
}

function factsOf(report: ReportContent): Fact[][] {
  const { patient, version, tests } = report
  const collected = [...new Set(tests.map((test) => test.collectedAt))].join('; ')
  const received = [...new Set(tests.map((test) => test.receivedAt ?? 'not recorded'))].join('; ')
  const replaces = version > 1 ? `${version}. It replaces version ${version - 1}.` : `${version}`
  const gender = patient.gender.charAt(0).toUpperCase() + patient.gender.slice(1)
  return [
    [
      { name: 'Patient', value: patient.fullName, style: { bold: true, size: 14 } },
      patient.born === null
        ? { name: 'Sex and age at collection', value: `${gender}, ${patient.age} years` }
        : {
            name: 'Sex, date of birth, age at collection',
            value: `${gender}, ${patient.born}, ${patient.age} years`,
          },
      ...(patient.personNumber === null ? [] : [{ name: 'Person number', value: patient.personNumber }]),
    ],
    [
      { name: 'Visit', value: `${patient.reference}, ${report.site}` },
      { name: 'Requested by', value: report.requestedBy ?? 'not recorded' },
      { name: 'Version', value: replaces },
    ],
    [
      { name: 'Collected', value: collected },
      { name: 'Received', value: received },
      { name: `Reported (time zone ${report.timeZone})`, value: report.issuedAt },
    ],
  ]
}
