import PDFDocument from 'pdfkit'
import { lendFaces } from './faces.ts'
import { drawLogo, logoRoom, openLogo } from './logo.ts'
import { type Doc, drawFitted, ink, page, pen, quiet } from './pen.ts'

/**
 * An empty A4 paper: tagged, so that a screen reader reads its tables as such, and PDF/A-2a, so that it can be kept for
 * as long as the law asks. `done` holds its bytes once it is ended.
 */
export function openPaper({ title, author, at }: { title: string; author: string; at: Date }): {
  document: Doc
  done: Promise<Buffer>
} {
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
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  })
  lendFaces(document)
  document.addPage()
  return { document, done: bytesOf(document) }
}

/** The bytes of a document, once it is ended. */
export function bytesOf(document: Doc): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
}

/** Who it is from, with their logo as printableLogo gives it, what it is of and the page's number on every page: artifacts, which a screen reader need not repeat. */
export function decoratePages(
  document: Doc,
  { from, about, logo }: { from: string; about: readonly [string, string, string]; logo: Buffer | null },
): void {
  const { count } = document.bufferedPageRange()
  const picture = logo && openLogo(document, logo)
  const taken = picture ? logoRoom : 0
  const { margin } = page
  for (let index = 0; index < count; index++) {
    document.switchToPage(index)
    document.page.margins = { top: 0, bottom: 0, left: 0, right: 0 }
    document.markContent('Artifact', { type: 'Pagination' })
    if (picture) drawLogo(document, picture)
    drawFitted(document, from, 36, { bold: true, size: 13, taken })
    about.forEach((text, place) => {
      drawFitted(document, text, 53 + 12 * place, { size: 8, color: quiet, taken })
    })
    document
      .moveTo(margin, 93)
      .lineTo(page.width - margin, 93)
      .lineWidth(0.8)
      .strokeColor(ink)
      .stroke()
    const say = pen(document, { size: 8, color: quiet })
    document.text(say(`Page ${index + 1} of ${count}`), margin, 800, { lineBreak: false })
    document.endMarkedContent()
  }
}
