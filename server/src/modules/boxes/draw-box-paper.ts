import { drawCode } from '#server/platform/paper/draw-code.ts'
import { framePages } from '#server/platform/paper/frame.ts'
import { openLogo } from '#server/platform/paper/logo.ts'
import { firstPage, openPaper } from '#server/platform/paper/open-paper.ts'
import { across, line, page } from '#server/platform/paper/pen.ts'
import { drawParts } from '#server/platform/paper/roll.ts'
import { drawTable } from '#server/platform/paper/table.ts'

export type BoxPaper = {
  title: string
  code: string
  /** The sender in the head of the paper, with contact details. */
  from: string
  reach: readonly string[]
  facts: readonly (readonly [string, string])[]
  /** Titles of the columns, and their parts of the width. */
  columns: readonly { title: string; part: number }[]
  rows: readonly (readonly string[])[]
  end: string
}

/** Points: 32 mm. */
const codeSide = 91
const gap = 8

/** The list of the tubes of a box as a PDF, with the code of the box as a QR code. */
export async function drawBoxPaper(
  paper: BoxPaper,
  { at, logo }: { at: Date; logo: Buffer | null },
): Promise<Buffer> {
  const { title, code, from, reach, facts, rows, end } = paper
  const { document, done } = openPaper({ title: `${title} ${code}`, author: from, at })
  firstPage(document)
  const body = document.struct('Document')
  document.addStructure(body)
  const top = document.y
  const column = { x: page.margin, width: across - codeSide - 3 * gap }
  drawParts(
    document,
    body,
    [
      { text: title, type: 'H1', style: { bold: true, size: 17 } },
      { left: 'Box', right: code, style: { bold: true, size: 11 } },
      ...facts.flatMap(([left, right]) => (right === '' ? [] : [{ left, right }])),
    ],
    column,
  )
  const x = page.margin + across - codeSide
  body.add(
    document.struct('Figure', { alt: 'QR code of the box' }, () =>
      drawCode(document, code, x, top, codeSide),
    ),
  )
  document.y = Math.max(document.y, top + codeSide) + 2 * gap
  line(document, body, 'H2', `Tubes: ${rows.length}`, { bold: true, size: 11 })
  document.y += 4
  drawTable(document, body, { columns: placed(paper.columns), rows: rows.map(rowOf), style: { size: 8.5 } })
  document.y += 2 * gap
  line(document, body, 'P', end)
  body.end()
  framePages(document, {
    from,
    reach,
    logo: logo && openLogo(document, logo),
    continues: `Box ${code}`,
    foot: [`${title}  ·  ${code}`, ''],
  })
  document.end()
  return done
}

const rowOf = (cells: readonly string[]) => ({ cells: cells.map((text) => ({ text: text || ' ' })) })

function placed(columns: BoxPaper['columns']) {
  const all = columns.reduce((sum, { part }) => sum + part, 0)
  let x: number = page.margin
  return columns.map(({ title, part }) => {
    const width = (across * part) / all
    const column = { title, x, width: width - gap }
    x += width
    return column
  })
}
