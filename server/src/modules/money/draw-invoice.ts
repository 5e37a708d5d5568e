import { framePages } from '#server/platform/paper/frame.ts'
import { openLogo } from '#server/platform/paper/logo.ts'
import { firstPage, openPaper } from '#server/platform/paper/open-paper.ts'
import { line, page, right } from '#server/platform/paper/pen.ts'
import { drawTable } from '#server/platform/paper/table.ts'

type Invoice = {
  number: string
  laboratory: string
  reach: readonly string[]
  payer: string
  /** Such as March 2026. */
  month: string
  issuedOn: string
  lines: readonly { day: string; reference: string; patient: string; entries: string; amount: string }[]
  total: string
  /** The tax within the total; null: none. */
  tax: string | null
  paid: string
  owed: string
}

/** An invoice with each visit on a line. */
export async function drawInvoice(
  { number, laboratory, reach, payer, month, issuedOn, lines, total, tax, paid, owed }: Invoice,
  { at, logo }: { at: Date; logo: Buffer | null },
): Promise<Buffer> {
  const { document, done } = openPaper({ title: `Invoice ${number}`, author: laboratory, at })
  firstPage(document)
  const body = document.struct('Document')
  document.addStructure(body)
  line(document, body, 'H1', `Invoice ${number}`, { bold: true, size: 15 })
  line(document, body, 'P', `To ${payer}`, { bold: true, size: 11 })
  line(document, body, 'P', `Issued on ${issuedOn}. Month: ${month}.`)
  line(
    document,
    body,
    'P',
    `This invoice has the visits whose samples were collected by the end of ${month} and that are on no earlier invoice. The day is that of the collection.`,
  )
  document.y += 8
  drawTable(document, body, {
    columns: [
      { title: 'Day', x: page.margin, width: 58 },
      { title: 'Visit', x: page.margin + 62, width: 62 },
      { title: 'Patient', x: page.margin + 128, width: 130 },
      { title: 'Tests', x: page.margin + 262, width: 150 },
      { title: 'Amount', x: right - 90, width: 90, align: 'right' },
    ],
    rows: lines.map(({ day, reference, patient, entries, amount }) => ({
      cells: [{ text: day }, { text: reference }, { text: patient }, { text: entries }, { text: amount }],
    })),
  })
  document.y += 8
  line(document, body, 'P', `Total ${total}`, { bold: true, size: 12 })
  if (tax !== null) line(document, body, 'P', `Tax included ${tax}`)
  line(document, body, 'P', `Paid ${paid}. Owed ${owed}.`)
  body.end()
  framePages(document, {
    from: laboratory,
    reach,
    logo: logo && openLogo(document, logo),
    continues: `Invoice ${number}, ${payer}`,
    foot: [`Invoice ${number}`, issuedOn],
  })
  document.end()
  return done
}
