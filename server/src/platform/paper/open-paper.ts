import PDFDocument from 'pdfkit'
import { lendFaces } from './faces.ts'
import { type Doc, page } from './pen.ts'

export type PaperSize = 'a4' | 'letter'

/**
 * An empty A4 paper: tagged, so that a screen reader reads its tables as such, and PDF/A-3a, so that it can be kept for
 * as long as the law asks, with files embedded. `done` holds its bytes once it is ended.
 */
export function openPaper({ title, author, at }: { title: string; author: string; at: Date }): {
  document: Doc
  done: Promise<Buffer>
} {
  const document = new PDFDocument({
    autoFirstPage: false,
    size: 'A4',
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    // Without this the built-in Helvetica is chosen first, which PDF/A does not allow.
    font: null as unknown as string,
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  })
  lendFaces(document)
  document.on('pageAdded', () => centre(document))
  return { document, done: bytesOf(document) }
}

/** Adds the first page of a paper. The following pages start lower, below the line that says what they continue. */
export function firstPage(document: Doc, size: PaperSize = 'a4'): void {
  document.options.size = size === 'a4' ? 'A4' : 'LETTER'
  document.options.margins = marginsFrom(page.top)
  document.addPage()
  document.options.margins = marginsFrom(page.later)
}

/** Letter is wider than the layout. */
function centre(document: Doc): void {
  const beside = (document.page.width - page.width) / 2
  if (beside > 1) document.translate(beside, 0)
}

const marginsFrom = (top: number) => ({ top, bottom: page.bottom, left: page.margin, right: page.margin })

/** The bytes of a document, once it is ended. */
export function bytesOf(document: Doc): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
}
