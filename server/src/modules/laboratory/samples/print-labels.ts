import PDFDocument from 'pdfkit'
import type { labelFormats } from '#contract/bench.ts'
import { personNumber } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Box, drawBars } from '#server/platform/paper/draw-bars.ts'
import { lendFaces } from '#server/platform/paper/faces.ts'
import { bytesOf } from '#server/platform/paper/open-paper.ts'
import { type Doc, pen, type Style } from '#server/platform/paper/pen.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { type Label, labelsOf } from './queries-recollection.ts'

const mm = 72 / 25.4
const label = { width: 50 * mm, height: 25 * mm }
/** 4 × 10 labels of 48.5 × 25.4 mm, a common sheet; the 50 mm design is scaled by the sheet's own cell. */
const sheet = { columns: 4, rows: 10, left: 8 * mm, top: 21.5 * mm, width: 48.5 * mm, height: 25.4 * mm }
/** Labels as a PDF: one to a page of a label printer's roll, or forty to an A4 sheet. */
export const printLabels = (
  { db, actor }: SignedIn,
  accessions: readonly string[],
  format: (typeof labelFormats)[number],
): Promise<Uint8Array> => labelsWithin(db, actor.sites, accessions, format)

/** As `printLabels`. `sites` is null if the caller has checked the owner of the samples. */
export async function labelsWithin(
  db: Db,
  sites: Sites,
  accessions: readonly string[],
  format: (typeof labelFormats)[number],
): Promise<Uint8Array> {
  const samples = await labelsOf(db, sites, accessions)
  if (samples.length !== new Set(accessions).size) throw notFound('A sample of this list')
  return drawLabels(samples, format)
}

export function drawLabels(
  samples: readonly Label[],
  format: (typeof labelFormats)[number],
): Promise<Uint8Array> {
  const document = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    size: format === 'a4' ? 'A4' : [label.width, label.height],
    font: null as unknown as string,
    info: { Title: 'Sample labels' },
  })
  lendFaces(document)
  const done = bytesOf(document)
  for (const [index, sample] of samples.entries()) {
    const place = index % (sheet.columns * sheet.rows)
    if (format === 'label' || place === 0) document.addPage()
    const box =
      format === 'label'
        ? { x: 0, y: 0, ...label }
        : {
            x: sheet.left + (place % sheet.columns) * sheet.width,
            y: sheet.top + Math.floor(place / sheet.columns) * sheet.height,
            width: sheet.width,
            height: sheet.height,
          }
    drawLabel(document, sample, box)
  }
  document.end()
  return done
}

const black = '#000000'

/** Name and number as text as well: a label must be readable without a scanner. */
function drawLabel(document: Doc, sample: Label, box: Box): void {
  const { fullName, age, gender, number } = sample.patient
  const about = `${personNumber(number)}, ${age} y, ${gender}, ${sample.reference}`
  const write = (text: string, y: number, style: Style & { size: number; align?: 'center' }) => {
    const { align = 'left', ...how } = style
    const said = pen(document, { color: black, ...how })(text)
    const [x, width] = [box.x + 2 * mm, box.width - 4 * mm]
    // A long name is set in smaller letters before it is truncated.
    document.fontSize(Math.min(how.size, Math.max(6, (how.size * width) / document.widthOfString(said))))
    const height = document.currentLineHeight()
    document.text(said, x, box.y + y, { width, height, ellipsis: true, lineBreak: false, align })
  }
  write(fullName, 5, { bold: true, size: 8.5 })
  write(about, 16, { size: 6.5 })
  drawBars(document, sample.accession, { ...box, y: box.y + 25.5, height: 22 })
  write(sample.accession, 48.5, { bold: true, size: 8, align: 'center' })
  write(`${sample.specimen} · ${sample.tube}`, 59, { size: 6.5, align: 'center' })
}
