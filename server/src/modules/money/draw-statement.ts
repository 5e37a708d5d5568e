import { utcDay } from '#server/platform/clock.ts'
import { framePages } from '#server/platform/paper/frame.ts'
import { openLogo } from '#server/platform/paper/logo.ts'
import { firstPage, openPaper } from '#server/platform/paper/open-paper.ts'
import { type Doc, line, page, right, type Structure } from '#server/platform/paper/pen.ts'
import { drawTable } from '#server/platform/paper/table.ts'

type Statement = {
  laboratory: string
  reach: readonly string[]
  payer: string
  from: string
  to: string
  opening: string
  lines: readonly { day: string; entry: string; invoiced: string; paid: string; balance: string }[]
  closing: string
}

/** A statement with each invoice and payment on a line. */
export async function drawStatement(
  { laboratory, reach, payer, from, to, opening, lines, closing }: Statement,
  { at, logo }: { at: Date; logo: Buffer | null },
): Promise<Buffer> {
  const title = `Statement ${from} to ${to}`
  const { document, done } = openPaper({ title, author: laboratory, at })
  firstPage(document)
  const body = document.struct('Document')
  document.addStructure(body)
  line(document, body, 'H1', title, { bold: true, size: 15 })
  line(document, body, 'P', `To ${payer}`, { bold: true, size: 11 })
  line(document, body, 'P', `Balance before ${from}: ${opening}.`)
  document.y += 8
  if (lines.length === 0) line(document, body, 'P', 'No invoice and no payment in this period.')
  else drawEntries(document, body, lines)
  document.y += 8
  line(document, body, 'P', `Balance on ${to}: ${closing}`, { bold: true, size: 12 })
  body.end()
  framePages(document, {
    from: laboratory,
    reach,
    logo: logo && openLogo(document, logo),
    continues: `${title}, ${payer}`,
    foot: [title, utcDay(at)],
  })
  document.end()
  return done
}

function drawEntries(document: Doc, body: Structure, lines: Statement['lines']): void {
  const amounts = { width: 82, align: 'right' } as const
  drawTable(document, body, {
    columns: [
      { title: 'Day', x: page.margin, width: 60 },
      { title: 'Entry', x: page.margin + 66, width: 180 },
      { title: 'Invoiced', x: right - 254, ...amounts },
      { title: 'Paid', x: right - 168, ...amounts },
      { title: 'Balance', x: right - 82, ...amounts },
    ],
    rows: lines.map(({ day, entry, invoiced, paid, balance }) => ({
      cells: [{ text: day }, { text: entry }, { text: invoiced }, { text: paid }, { text: balance }],
    })),
  })
}
