import { setImmediate } from 'node:timers/promises'
import type { ReportContent } from '#contract/reports.ts'
import { type Frame, framePages } from '#server/platform/paper/frame.ts'
import { openLogo } from '#server/platform/paper/logo.ts'
import { drawNotice } from '#server/platform/paper/notice.ts'
import { firstPage, openPaper } from '#server/platform/paper/open-paper.ts'
import type { Doc } from '#server/platform/paper/pen.ts'
import { drawSignatories } from '#server/platform/paper/signatories.ts'
import { drawAttachments } from './draw-attachments.ts'
import { drawEnd } from './draw-end.ts'
import { drawPatient } from './draw-patient.ts'
import { drawSummary } from './draw-summary.ts'
import { drawTest } from './draw-test.ts'
import { statusWords } from './paper-words.ts'
import { type Pictures, signatoriesOf } from './signatories-of.ts'

/** The report as a PDF. Drawn from the frozen content and the pictures alone: the same give the same bytes. */
export async function drawReport(
  report: ReportContent,
  {
    verifyUrl,
    at,
    logo,
    pictures = new Map(),
  }: { verifyUrl: string; at: Date; logo: Buffer | null; pictures?: Pictures },
): Promise<Buffer> {
  const { document, done } = openPaper({
    title: `${statusWords[report.status]} ${report.patient.reference}, version ${report.version}`,
    author: report.laboratory.name,
    at,
  })
  drawPages(document, report, { verifyUrl, pictures, at })
  framePages(document, frameOf(report, logo && openLogo(document, logo)))
  document.end()
  return done
}

type Copy = { report: ReportContent; verifyUrl: string; mark: string }

/** Copies of reports as one PDF. Each copy starts on a new page, has its own page numbers and is marked as a copy at the foot. */
export async function drawCopies(
  copies: readonly Copy[],
  { author, at, logo, pictures }: { author: string; at: Date; logo: Buffer | null; pictures: Pictures },
): Promise<Buffer> {
  const title = copies.length === 1 ? 'Copy of a report' : `Copies of ${copies.length} reports`
  const { document, done } = openPaper({ title, author, at })
  const picture = logo && openLogo(document, logo)
  for (const { report, verifyUrl, mark } of copies) {
    const first = document.bufferedPageRange().count
    drawPages(document, report, { verifyUrl, pictures, at })
    framePages(document, { ...frameOf(report, picture), mark }, first)
    // Drawing a report takes as long as several calls, so pending calls are answered before the next report.
    await setImmediate()
  }
  document.end()
  return done
}

function drawPages(
  document: Doc,
  report: ReportContent,
  { verifyUrl, pictures, at }: { verifyUrl: string; pictures: Pictures; at: Date },
): void {
  firstPage(document, report.page)
  const body = document.struct('Document')
  document.addStructure(body)
  drawPatient(document, body, report)
  drawSummary(document, body, report)
  for (const test of report.tests) drawTest(document, body, test)
  if (report.comment !== '') {
    const title = { text: 'Comment', style: { bold: true, size: 10 } }
    drawNotice(document, body, [title, { text: report.comment }])
  }
  drawSignatories(document, body, signatoriesOf(report, pictures))
  drawEnd(document, body, report, { verifyUrl, mark: pictures.get(report.laboratory.mark ?? '') })
  drawAttachments(document, body, report, { pictures, at })
  body.end()
}

function frameOf(report: ReportContent, logo: Frame['logo']): Frame {
  const { laboratory, patient, status, version } = report
  const collectedAt = [...new Set(report.tests.map((test) => test.collectedAt))].join('; ')
  const person = patient.personNumber === null ? '' : `${patient.personNumber}  ·  `
  return {
    from: laboratory.name,
    reach: [laboratory.address || 'Address not recorded', laboratory.phone, laboratory.email],
    line: [laboratory.head, laboratory.accreditation].filter((text) => text !== '').join('  ·  '),
    own: laboratory.foot,
    logo,
    continues: `${patient.fullName}  ·  ${person}${patient.reference}`,
    foot: [
      `${patient.fullName}  ·  ${person}${patient.reference}`,
      `${statusWords[status]}, version ${version}  ·  Collected ${collectedAt}  ·  Issued ${report.issuedAt}`,
    ],
  }
}
