import type { ReportContent } from '#contract/reports.ts'
import { drawCode } from '#server/platform/paper/draw-code.ts'
import type { Style } from '#server/platform/paper/pen.ts'
import { drawRoll, type Part } from '#server/platform/paper/roll.ts'
import { interimText, measureOf, titleOf } from './draw-culture.ts'
import { flagMarks, isReportedElsewhere, statusWords, theirReport } from './paper-words.ts'

type Tested = ReportContent['tests'][number]

const small: Style = { size: 7.5 }

/** A copy of a report for the roll of a receipt printer: what it says, without pictures and attached files. */
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
    {
      alt: `QR code that leads to ${verifyUrl}`,
      side: 70,
      draw: (document, x, y, side) => drawCode(document, verifyUrl, x, y, side),
    },
    { text: 'Check that this report is authentic and the latest', style: small },
    { text: verifyUrl, style: small },
    { text: mark, style: { ...small, bold: true } },
    { text: 'End of report', style: { ...small, bold: true } },
  ])
}

function headOf(report: ReportContent): Part[] {
  const { laboratory, patient } = report
  const facts = [
    [laboratory.address, laboratory.phone].filter((text) => text !== '').join(', '),
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
    ...(report.copyTo === '' ? [] : [{ text: `Copy to: ${report.copyTo}` }]),
    { text: `Reported ${report.issuedAt} (${report.timeZone})` },
    ...waiting.map((text) => ({ text, style: { bold: true } })),
  ]
}

function testParts(test: Tested): Part[] {
  const { authorised, releasedBy } = test
  const by = [
    releasedBy,
    authorised?.qualification ?? '',
    authorised?.licenceNumber ? `licence ${authorised.licenceNumber}` : '',
  ]
  const how = [
    test.method && `Method: ${test.method}.`,
    test.instrument && `Instrument: ${test.instrument}.`,
    test.referredTo && `Referred to ${test.referredTo}.`,
  ]
  return [
    { rule: 'line' },
    { text: test.name, type: 'H2', style: { bold: true, size: 10 } },
    {
      text: `${test.specimen}, sample ${test.accession}, collected ${test.collectedAt}, received ${test.receivedAt ?? 'not recorded'}.`,
      style: small,
    },
    ...said([how.filter(Boolean).join(' ')], small),
    ...(test.withdrawn
      ? said([`Withdrawn on ${test.withdrawn.at}: ${test.withdrawn.reason}`], { bold: true })
      : [
          ...said([test.correction ? `Corrected: ${test.correction.reason}` : ''], { bold: true }),
          ...said([test.culture?.interim ? interimText : ''], { bold: true }),
          ...test.results.flatMap(resultParts),
          ...(test.culture?.isolates.flatMap(isolateParts) ?? []),
          ...said([isReportedElsewhere(test) ? theirReport(test) : ''], { bold: true }),
          ...said([...test.interpretations, test.comment], {}),
          ...said([test.measured ? `Measured ${test.measured.at} by ${test.measured.by}.` : ''], small),
          {
            text: `Released ${test.releasedAt} ${test.byRule ? 'automatically by the rule' : 'by'} ${by.filter((text) => text !== '').join(', ')}.`,
            style: small,
          },
        ]),
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
