import type { ReportContent } from '#contract/reports.ts'
import { across, type Doc, line, page, type Structure } from '#server/platform/paper/pen.ts'
import { drawPicture } from '#server/platform/paper/picture.ts'
import type { Pictures } from './signatories-of.ts'

/**
 * The attached files that are part of a report: each picture on a page of its own, every other file embedded in the PDF.
 */
export function drawAttachments(
  document: Doc,
  body: Structure,
  report: ReportContent,
  { pictures, at }: { pictures: Pictures; at: Date },
): void {
  for (const { name: test, attachments } of report.tests) {
    for (const { id, name, type, picture } of attachments) {
      const content = pictures.get(picture ?? id)
      if (!content) continue
      if (picture !== null) {
        document.addPage()
        line(document, body, 'H2', `${test}: ${name}`, { bold: true, size: 12 })
        const y = document.y + 8
        const box = { x: page.margin, y, width: across, height: document.page.height - page.bottom - y }
        body.add(
          document.struct('Figure', { alt: `Attached picture ${name}` }, () =>
            drawPicture(document, content, box, 'top'),
          ),
        )
      } else {
        document.file(content, {
          name,
          type,
          description: `${test}: ${name}`,
          creationDate: at,
          modifiedDate: at,
          // Missing in the types of pdfkit; PDF/A-3 asks for it.
          ...{ relationship: 'Supplement' },
        })
      }
    }
  }
}
