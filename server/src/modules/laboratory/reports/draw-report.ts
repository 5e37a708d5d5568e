import type { ReportContent } from '#contract/reports.ts'
import { decoratePages, openPaper } from '#server/platform/paper/open-paper.ts'
import {
  alarm,
  type Doc,
  ink,
  line,
  makeRoom,
  page,
  pen,
  quiet,
  type Structure,
} from '#server/platform/paper/pen.ts'
import { drawCode } from './draw-code.ts'
import { drawTest } from './draw-test.ts'

const statusWords = {
  partial: 'Partial report',
  final: 'Final report',
  corrected: 'Corrected report',
  withdrawn: 'Withdrawn report',
} as const satisfies Record<ReportContent['status'], string>

/** The report as a PDF. Drawn from the frozen content and the logo alone: the same give the same bytes. */
export async function drawReport(
  report: ReportContent,
  { verifyUrl, at, logo }: { verifyUrl: string; at: Date; logo: Buffer | null },
): Promise<Buffer> {
  const { document, done } = openPaper({
    title: `${statusWords[report.status]} ${report.patient.reference}, version ${report.version}`,
    author: report.laboratory.name,
    at,
  })
  const body = document.struct('Document')
  document.addStructure(body)
  drawHead(document, body, report)
  for (const test of report.tests) drawTest(document, body, test)
  drawEnd(document, body, report, verifyUrl)
  body.end()
  decoratePages(document, { from: report.laboratory.name, about: aboutOf(report), logo })
  document.end()
  return done
}

function drawHead(document: Doc, body: Structure, report: ReportContent): void {
  const { patient, version } = report
  const replaces = version > 1 ? ` It replaces version ${version - 1}.` : ''
  const withdrawn = report.status === 'withdrawn'
  line(document, body, 'H1', statusWords[report.status], {
    bold: true,
    size: 16,
    color: withdrawn ? alarm : ink,
  })
  line(document, body, 'P', `${patient.fullName}, ${patient.age} years, ${patient.gender}`, {
    bold: true,
    size: 11,
  })
  const person = patient.personNumber === null ? '' : `Person ${patient.personNumber}. `
  const visit = `${person}Visit ${patient.reference} at ${report.site}. Age as at collection. Issued ${report.issuedAt} (${report.timeZone}), version ${version}.${replaces}`
  line(document, body, 'P', visit, { color: quiet })
  line(document, body, 'P', `Requested by: ${report.requestedBy ?? 'not recorded'}.`, { color: quiet })
  if (withdrawn) {
    const said = 'The laboratory has withdrawn these results. Do not rely on any earlier version.'
    line(document, body, 'P', said, { bold: true, color: alarm })
  }
  if (report.waitingFor.length > 0)
    line(document, body, 'P', `Still to come: ${report.waitingFor.join(', ')}.`, { bold: true })
  document.moveDown(0.6)
}

function drawEnd(document: Doc, body: Structure, report: ReportContent, verifyUrl: string): void {
  makeRoom(document, 100)
  if (report.singlePersonRelease) {
    const said = 'This laboratory releases results without a second person.'
    line(document, body, 'P', said, { size: 8, color: quiet })
  }
  const { margin } = page
  const y = document.y + 6
  body.add(
    document.struct('Figure', { alt: `QR code that leads to ${verifyUrl}` }, () =>
      drawCode(document, verifyUrl, margin, y, 64),
    ),
  )
  body.add(
    document.struct('P', {}, () => {
      const say = pen(document, { size: 8, color: quiet })
      const said = `Check that this report is authentic and the latest: ${verifyUrl}`
      document.text(say(said), margin + 80, y + 14, { width: 416 })
    }),
  )
  document.y = y + 72
  line(document, body, 'P', 'End of report', { bold: true, size: 8 })
}

function aboutOf(report: ReportContent): [string, string, string] {
  const { laboratory, patient } = report
  const reach = [laboratory.address || 'Address not recorded', laboratory.phone, laboratory.email]
  const collectedAt = [...new Set(report.tests.map((test) => test.collectedAt))].join('; ')
  return [
    reach.filter((part) => part !== '').join(' · '),
    // Apart, so that a long name leaves the dates where they are looked for.
    `${patient.reference} · ${patient.fullName}`,
    `Collected ${collectedAt} · issued ${report.issuedAt}`,
  ]
}
