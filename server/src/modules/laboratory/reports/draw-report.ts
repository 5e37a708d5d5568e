import PDFDocument from 'pdfkit'
import type { ReportContent } from '#contract/reports.ts'
import { lendFaces } from '#server/platform/paper/faces.ts'
import {
  alarm,
  type Doc,
  drawFitted,
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

/**
 * The report as a PDF: tagged, so that a screen reader reads its table as one, and PDF/A-2a, so that it can be kept for
 * as long as the law asks. Drawn from the frozen content alone: the same content gives the same bytes.
 */
export async function drawReport(
  report: ReportContent,
  { verifyUrl, at }: { verifyUrl: string; at: Date },
): Promise<Buffer> {
  const document = openDocument(report, at)
  const done = collected(document)
  const body = document.struct('Document')
  document.addStructure(body)
  drawHead(document, body, report)
  for (const test of report.tests) drawTest(document, body, test)
  drawEnd(document, body, report, verifyUrl)
  body.end()
  decoratePages(document, report)
  document.end()
  return done
}

function openDocument(report: ReportContent, at: Date): Doc {
  const { margin, top, bottom } = page
  const document = new PDFDocument({
    autoFirstPage: false,
    size: 'A4',
    margins: { top, bottom, left: margin, right: margin },
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    // Without this the built-in Helvetica is chosen first, which PDF/A does not allow.
    font: null as unknown as string,
    info: {
      Title: `${statusWords[report.status]} ${report.patient.reference}, version ${report.version}`,
      Author: report.laboratory.name,
      CreationDate: at,
      ModDate: at,
    },
  })
  lendFaces(document)
  return document.addPage()
}

function collected(document: Doc): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
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
  const visit = `Visit ${patient.reference} at ${report.site}. Age as at collection. Issued ${report.issuedAt} (${report.timeZone}), version ${version}.${replaces}`
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

/** Laboratory, patient, dates and page number on every page: artifacts, which a screen reader need not repeat. */
function decoratePages(document: Doc, report: ReportContent): void {
  const { count } = document.bufferedPageRange()
  const { laboratory, patient } = report
  const { margin } = page
  const reach = [laboratory.address || 'Address not recorded', laboratory.phone, laboratory.email]
  const collectedAt = [...new Set(report.tests.map((test) => test.collectedAt))].join('; ')
  for (let index = 0; index < count; index++) {
    document.switchToPage(index)
    document.page.margins = { top: 0, bottom: 0, left: 0, right: 0 }
    document.markContent('Artifact', { type: 'Pagination' })
    drawFitted(document, laboratory.name, 36, { bold: true, size: 13 })
    drawFitted(document, reach.filter((part) => part !== '').join(' · '), 53, { size: 8, color: quiet })
    // Apart, so that a long name leaves the dates where they are looked for.
    drawFitted(document, `${patient.reference} · ${patient.fullName}`, 65, { size: 8, color: quiet })
    const dates = `Collected ${collectedAt} · issued ${report.issuedAt}`
    drawFitted(document, dates, 77, { size: 8, color: quiet })
    document
      .moveTo(margin, 93)
      .lineTo(page.width - margin, 93)
      .lineWidth(0.8)
      .strokeColor(ink)
      .stroke()
    document.text(`Page ${index + 1} of ${count}`, margin, 800, { lineBreak: false })
    document.endMarkedContent()
  }
}
