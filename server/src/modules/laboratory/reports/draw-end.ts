import type { ReportContent } from '#contract/reports.ts'
import { drawCode } from '#server/platform/paper/draw-code.ts'
import {
  type Doc,
  line,
  makeRoom,
  page,
  put,
  quiet,
  right,
  type Structure,
} from '#server/platform/paper/pen.ts'
import { drawPicture } from '#server/platform/paper/picture.ts'
import { singlePersonText } from './paper-words.ts'

const side = 56
const markRoom = { width: 110, height: 40 } as const

/** Draws the end of a report: how to verify the report, and the words that mark its end. */
export function drawEnd(
  document: Doc,
  body: Structure,
  report: ReportContent,
  { verifyUrl, mark }: { verifyUrl: string; mark: Buffer | undefined },
): void {
  makeRoom(document, side + (report.singlePersonRelease ? 24 : 10))
  const small = { size: 8, color: quiet }
  if (report.singlePersonRelease) {
    line(document, body, 'P', singlePersonText, small)
  }
  const y = document.y + 6
  const x = page.margin + side + 14
  const width = right - x - (mark ? markRoom.width + 14 : 0)
  body.add(
    document.struct('Figure', { alt: `QR code that leads to ${verifyUrl}` }, () =>
      drawCode(document, verifyUrl, page.margin, y, side),
    ),
  )
  const followed = report.tests.some(({ attachments }) => attachments.some(({ picture }) => picture !== null))
  const texts = [
    { text: 'Check that this report is authentic and the latest', bold: true, size: 9 },
    { text: verifyUrl, ...small },
    { text: followed ? 'End of report. Attached pictures follow.' : 'End of report', bold: true, size: 8 },
  ]
  texts.forEach(({ text, ...style }, index) => {
    body.add(
      document.struct('P', {}, () => put(document, text, { x, y: y + 3 + 18 * index, width, ...style })),
    )
  })
  if (mark) {
    const alt = `Accreditation mark. ${report.laboratory.accreditation}`.trim()
    const box = { x: right - markRoom.width, y: y + (side - markRoom.height) / 2, ...markRoom }
    body.add(document.struct('Figure', { alt }, () => drawPicture(document, mark, box)))
  }
  document.y = y + side
}
