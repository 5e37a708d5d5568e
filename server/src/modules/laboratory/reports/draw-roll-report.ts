import type { ReportContent } from '#contract/reports.ts'
import { birthNeededText } from '#contract/results.ts'
import { drawCode } from '#server/platform/paper/draw-code.ts'
import type { Style } from '#server/platform/paper/pen.ts'
import { drawRoll, type Part } from '#server/platform/paper/roll.ts'
import { aboutSignatory } from '#server/platform/paper/signatories.ts'
import { interimText, measureOf, titleOf } from './draw-culture.ts'
import {
  flagMarks,
  isReportedElsewhere,
  orderLines,
  singlePersonText,
  statusWords,
  theirReport,
  withdrawnText,
} from './paper-words.ts'
import { methodOf, peopleOf, rejectedTexts, specimenOf } from './test-words.ts'

type Tested = ReportContent['tests'][number]

const small: Style = { size: 7.5 }

/** A copy of a report for the roll of a receipt printer: what it says, with the names of attached files. */
export function drawRollReport(
  report: ReportContent,
  { verifyUrl, mark, at }: { verifyUrl: string; mark: string; at: Date },
): Promise<Buffer> {
  const { laboratory, patient, version, status } = report
  const title = `${statusWords[status]} ${patient.reference}, version ${version}`
  return drawRoll({ title, author: laboratory.name, at }, [
    ...headOf(report),
    ...report.tests.flatMap(testParts),
    ...(report.comment === '' ? [] : [{ text: `Comment: ${report.comment}` }]),
    { rule: 'line' },
    ...said([report.singlePersonRelease ? singlePersonText : ''], small),
    {
      alt: `QR code that leads to ${verifyUrl}`,
      side: 70,
      draw: (document, x, y, side) => drawCode(document, verifyUrl, x, y, side),
    },
    { text: 'Check that this report is authentic and the latest', style: small },
    { text: verifyUrl, style: small },
    ...said([laboratory.foot], small),
    { text: mark, style: { ...small, bold: true } },
    { text: 'End of report', style: { ...small, bold: true } },
  ])
}

function headOf(report: ReportContent): Part[] {
  const { laboratory, patient } = report
  const facts = [
    [laboratory.address, laboratory.phone, laboratory.email].filter((text) => text !== '').join(', '),
    laboratory.head,
    laboratory.accreditation,
  ]
  const waiting = report.waitingFor.length > 0 ? [`Still to come: ${report.waitingFor.join(', ')}.`] : []
  return [
    { text: laboratory.name, style: { bold: true, size: 12 } },
    ...facts.filter((text) => text !== '').map((text) => ({ text, style: small })),
    { rule: 'line' },
    { text: statusWords[report.status], type: 'H1', style: { bold: true, size: 13 } },
    { text: patient.fullName, style: { bold: true, size: 11 } },
    {
      text: [patient.gender, patient.born, `${patient.age} years`, patient.personNumber]
        .filter((text) => text !== null)
        .join(', '),
    },
    { text: `Visit ${patient.reference}, ${report.site}, version ${report.version}` },
    { text: `Requested by: ${report.requestedBy ?? 'not recorded'}` },
    { text: `Reported ${report.issuedAt} (${report.timeZone})` },
    ...said(orderLines(report), {}),
    ...said([report.status === 'withdrawn' ? withdrawnText : ''], { bold: true }),
    ...waiting.map((text) => ({ text, style: { bold: true } })),
  ]
}

function testParts(test: Tested): Part[] {
  return [
    { rule: 'line' },
    { text: test.name, type: 'H2', style: { bold: true, size: 10 } },
    ...said([specimenOf(test), ...rejectedTexts(test), methodOf(test)], small),
    ...(test.withdrawn
      ? said([`Withdrawn on ${test.withdrawn.at}: ${test.withdrawn.reason}`], { bold: true })
      : foundParts(test)),
  ]
}

function foundParts(test: Tested): Part[] {
  const { attachments, authorised, culture } = test
  const files = attachments.map(({ name }) => name).join(', ')
  return [
    ...said([test.correction ? `Corrected: ${test.correction.reason}` : ''], { bold: true }),
    ...said([culture?.interim ? interimText : ''], { bold: true }),
    ...test.results.flatMap(resultParts),
    ...(culture?.isolates.flatMap(isolateParts) ?? []),
    ...said([culture?.breakpoints ? `Breakpoints: ${culture.breakpoints}.` : ''], small),
    ...said([isReportedElsewhere(test) ? theirReport(test) : ''], { bold: true }),
    ...said([test.results.some(({ birthNeeded }) => birthNeeded) ? `${birthNeededText}.` : ''], small),
    ...said([...test.interpretations, test.comment], {}),
    ...said([files && `Attached to the PDF of this report: ${files}.`, peopleOf(test)], small),
    ...said([authorised ? aboutSignatory(authorised.qualification, authorised.licenceNumber) : ''], small),
  ]
}

const said = (texts: readonly string[], style: Style): Part[] =>
  texts.filter((text) => text !== '').map((text) => ({ text, style }))

const isolateParts = (isolate: NonNullable<Tested['culture']>['isolates'][number]): Part[] => [
  { text: titleOf(isolate), style: { bold: true } },
  ...said([isolate.comment], {}),
  ...isolate.antibiogram.map((row) => ({
    left: row.antibiotic,
    right: `${row.category} ${measureOf(row)}`.trim(),
    style: { bold: row.category === 'R' },
  })),
]

function resultParts(result: Tested['results'][number]): Part[] {
  const { name, value, unit, flag, flagWords, range, unconfirmed, before } = result
  const about = [
    range && `Interval ${range}${unconfirmed ? ' (to be confirmed)' : ''}`,
    flag && `${flagMarks[flag]} ${flagWords}`,
    before !== null && `was ${before}`,
  ].filter(Boolean)
  return [
    { left: name, right: `${value || 'not recorded'} ${unit}`.trim(), style: { bold: flag !== '' } },
    ...said([about.join(', ')], small),
  ]
}
