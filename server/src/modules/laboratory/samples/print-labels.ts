import bwip from 'bwip-js/node'
import PDFDocument from 'pdfkit'
import type { labelFormats } from '#contract/bench.ts'
import { personNumber } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { bytesOf } from '#server/platform/paper/open-paper.ts'
import { type Label, labelsOf } from './queries-recollection.ts'

const mm = 72 / 25.4
const label = { width: 50 * mm, height: 25 * mm }
/** 4 × 10 labels of 48.5 × 25.4 mm, a common sheet; the 50 mm design is scaled by the sheet's own cell. */
const sheet = { columns: 4, rows: 10, left: 8 * mm, top: 21.5 * mm, width: 48.5 * mm, height: 25.4 * mm }

/** Labels as a PDF: one to a page of a label printer's roll, or forty to an A4 sheet. */
export async function printLabels(
  { db, actor }: SignedIn,
  accessions: readonly string[],
  format: (typeof labelFormats)[number],
): Promise<Uint8Array> {
  const samples = await labelsOf(db, actor.sites, accessions)
  if (samples.length !== new Set(accessions).size) throw notFound('A sample of this list')
  const document = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    size: format === 'a4' ? 'A4' : [label.width, label.height],
    info: { Title: 'Sample labels' },
  })
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
    await drawLabel(document, sample, box)
  }
  document.end()
  return done
}

type Box = { x: number; y: number; width: number; height: number }

/** Name and number as text as well: a label must be readable without a scanner. */
async function drawLabel(document: PDFKit.PDFDocument, sample: Label, box: Box): Promise<void> {
  const pad = 2 * mm
  const [x, y, width] = [box.x + pad, box.y + pad, box.width - 2 * pad]
  const bars = await bwip.toBuffer({ bcid: 'code128', text: sample.accession, scale: 4, height: 8 })
  document.font('Helvetica-Bold').fontSize(8)
  document.text(printable(sample.patient.fullName), x, y, {
    width,
    height: 9,
    ellipsis: true,
    lineBreak: false,
  })
  document.font('Helvetica').fontSize(6)
  const { age, gender, number } = sample.patient
  const about = `${personNumber(number)}, ${age} y, ${gender}, ${sample.reference}`
  document.text(about, x, y + 9.5, { width, lineBreak: false })
  document.image(bars, x, y + 17, { width, height: 8.5 * mm })
  document
    .font('Courier-Bold')
    .fontSize(8)
    .text(sample.accession, x, y + 18 + 8.5 * mm, { width, align: 'center', lineBreak: false })
  document
    .font('Helvetica')
    .fontSize(5.5)
    .text(printable(`${sample.specimen} · ${sample.tube}`), x, y + 27.5 + 8.5 * mm, {
      width,
      height: 6,
      ellipsis: true,
      lineBreak: false,
    })
}

/** The built-in font has Latin letters only: others become a mark, so that no part of a name is missing unnoticed. */
const printable = (text: string) => text.replace(/[^\u0020-\u00ff]/g, '?')
