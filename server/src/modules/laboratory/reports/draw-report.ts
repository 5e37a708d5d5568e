import { createRequire } from 'node:module'
import bwip, { type RenderOptions } from 'bwip-js/node'
import PDFDocument from 'pdfkit'
import type { ReportContent } from '#contract/reports.ts'

/**
 * The report as a PDF: tagged, so that a screen reader reads its table as one, and PDF/A-2a, so that it can be kept for
 * as long as the law asks. Drawn from the frozen content alone, with letters that Ghana's languages need.
 */
const require = createRequire(import.meta.url)
const fonts = {
  plain: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
}
const ink = '#12312E'
const quiet = '#4A625F'
const alarm = '#B3261E'
const margin = 48
const bottom = 70
const statusWords = {
  partial: 'Partial report',
  final: 'Final report',
  corrected: 'Corrected report',
} as const

const columns = [
  { title: 'Test', x: margin, width: 170 },
  { title: 'Result', x: 222, width: 80 },
  { title: 'Unit', x: 306, width: 66 },
  { title: 'Reference interval', x: 376, width: 88 },
  { title: 'Remark', x: 468, width: 80 },
] as const

export async function drawReport(
  report: ReportContent,
  { verifyUrl, at }: { verifyUrl: string; at: Date },
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: 118, bottom, left: margin, right: margin },
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    font: fonts.plain,
    info: {
      Title: `${statusWords[report.status]} ${report.patient.reference}, version ${report.version}`,
      Author: report.laboratory.name,
      CreationDate: at,
      ModDate: at,
    },
  })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  document.registerFont('plain', fonts.plain)
  document.registerFont('bold', fonts.bold)

  const body = document.struct('Document')
  document.addStructure(body)
  writeHead(document, body, report)
  for (const test of report.tests) writeTest(document, body, test)
  await writeEnd(document, body, report, verifyUrl)
  body.end()
  decoratePages(document, report)
  document.end()
  return done
}

type Doc = PDFKit.PDFDocument
type Structure = PDFKit.PDFStructureElement

/** One line of text in one element; moves the pen below it. */
function line(
  document: Doc,
  parent: Structure,
  type: string,
  text: string,
  style: { bold?: boolean; size?: number; color?: string } = {},
): void {
  parent.add(
    document.struct(type, {}, () => {
      document
        .font(style.bold ? 'bold' : 'plain')
        .fontSize(style.size ?? 9)
        .fillColor(style.color ?? ink)
      document.text(text, margin, document.y, { width: 595 - 2 * margin })
    }),
  )
}

function writeHead(document: Doc, body: Structure, report: ReportContent): void {
  line(document, body, 'H1', statusWords[report.status], { bold: true, size: 16 })
  const { patient } = report
  line(document, body, 'P', `${patient.fullName}, ${patient.age} years, ${patient.gender}`, {
    bold: true,
    size: 11,
  })
  line(
    document,
    body,
    'P',
    `Visit ${patient.reference} at ${report.site}. Age as at collection. Issued ${report.issuedAt} (${report.timeZone}), version ${report.version}.`,
    { color: quiet },
  )
  line(document, body, 'P', 'Requested by: not recorded.', { color: quiet })
  if (report.waitingFor.length > 0)
    line(document, body, 'P', `Still to come: ${report.waitingFor.join(', ')}.`, { bold: true })
  document.moveDown(0.6)
}

function writeTest(document: Doc, body: Structure, test: ReportContent['tests'][number]): void {
  if (document.y > 841 - bottom - 110) document.addPage()
  const section = document.struct('Sect')
  body.add(section)
  line(document, section, 'H2', test.name, { bold: true, size: 11 })
  line(
    document,
    section,
    'P',
    `${test.specimen}, sample ${test.accession}, collected ${test.collectedAt}, received ${test.receivedAt ?? 'not recorded'}.`,
    { color: quiet, size: 8 },
  )
  if (test.correction) {
    line(document, section, 'P', `Corrected by ${test.correction.by}: ${test.correction.reason}`, {
      bold: true,
      color: alarm,
    })
  }
  const table = document.struct('Table')
  section.add(table)
  row(
    document,
    table,
    'TH',
    columns.map((column) => column.title),
    { size: 7.5, color: quiet },
  )
  for (const result of test.results) {
    const remark = [result.flagWords, result.before === null ? '' : `was ${result.before}`]
      .filter((text) => text !== '')
      .join(', ')
    const strong = result.flag !== ''
    row(document, table, 'TD', [result.name, result.value, result.unit, result.range || 'none', remark], {
      bold: strong,
      ...(strong && /Critical/.test(result.flagWords) && { color: alarm }),
    })
  }
  table.end()
  line(
    document,
    section,
    'P',
    `Entered by ${test.enteredBy}. Released by ${test.releasedBy}, ${test.releasedAt}.`,
    { color: quiet, size: 8 },
  )
  section.end()
  document.moveDown(0.8)
}

function row(
  document: Doc,
  table: Structure,
  type: 'TH' | 'TD',
  cells: readonly string[],
  style: { bold?: boolean; size?: number; color?: string },
): void {
  const size = style.size ?? 9
  document.font(style.bold ? 'bold' : 'plain').fontSize(size)
  const height =
    Math.max(
      ...cells.map((cell, index) =>
        document.heightOfString(cell || ' ', { width: columns[index]?.width ?? 80 }),
      ),
    ) + 3
  if (document.y + height > 841 - bottom) document.addPage()
  const y = document.y
  const tableRow = document.struct('TR')
  table.add(tableRow)
  cells.forEach((cell, index) => {
    const column = columns[index]
    tableRow.add(
      document.struct(type, {}, () => {
        document
          .font(style.bold ? 'bold' : 'plain')
          .fontSize(size)
          .fillColor(style.color ?? ink)
        document.text(cell || ' ', column?.x ?? margin, y, { width: column?.width ?? 80 })
      }),
    )
  })
  tableRow.end()
  document.y = y + height
}

async function writeEnd(
  document: Doc,
  body: Structure,
  report: ReportContent,
  verifyUrl: string,
): Promise<void> {
  if (document.y > 841 - bottom - 100) document.addPage()
  if (report.singlePersonRelease) {
    line(document, body, 'P', 'This laboratory releases results without a second person.', {
      size: 8,
      color: quiet,
    })
  }
  const options: RenderOptions & { eclevel: string } = {
    bcid: 'qrcode',
    eclevel: 'M',
    text: verifyUrl,
    scale: 3,
    backgroundcolor: 'FFFFFF',
  }
  const qr = await bwip.toBuffer(options)
  const y = document.y + 6
  body.add(
    document.struct('Figure', { alt: `QR code that leads to ${verifyUrl}` }, () =>
      document.image(qr, margin, y, { width: 64 }),
    ),
  )
  body.add(
    document.struct('P', {}, () => {
      document.font('plain').fontSize(8).fillColor(quiet)
      document.text(`Check that this report is authentic and the latest: ${verifyUrl}`, margin + 76, y + 14, {
        width: 420,
      })
    }),
  )
  document.y = y + 72
  line(document, body, 'P', 'End of report', { bold: true, size: 8 })
}

/** Laboratory, patient, dates and page number on every page: artifacts, which a screen reader need not repeat. */
function decoratePages(document: Doc, report: ReportContent): void {
  const { count } = document.bufferedPageRange()
  const { laboratory, patient } = report
  const collected = [...new Set(report.tests.map((test) => test.collectedAt))].join('; ')
  for (let page = 0; page < count; page++) {
    document.switchToPage(page)
    document.page.margins = { top: 0, bottom: 0, left: 0, right: 0 }
    document.markContent('Artifact', { type: 'Pagination' })
    document.font('bold').fontSize(13).fillColor(ink).text(laboratory.name, margin, 36, { lineBreak: false })
    document.font('plain').fontSize(8).fillColor(quiet)
    document.text(`${laboratory.address} · ${laboratory.phone} · ${laboratory.email}`, margin, 54, {
      lineBreak: false,
    })
    document.text(
      `${patient.fullName} · ${patient.reference} · collected ${collected} · issued ${report.issuedAt}`,
      margin,
      68,
      { width: 499, height: 20, ellipsis: true },
    )
    document
      .moveTo(margin, 92)
      .lineTo(595 - margin, 92)
      .lineWidth(0.8)
      .strokeColor(ink)
      .stroke()
    document.text(`Page ${page + 1} of ${count}`, margin, 800, { lineBreak: false })
    document.endMarkedContent()
  }
}
