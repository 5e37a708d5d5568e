import type { slipPapers } from '#contract/result-links.ts'
import { drawCode } from '#server/platform/paper/draw-code.ts'
import { framePages } from '#server/platform/paper/frame.ts'
import { openLogo } from '#server/platform/paper/logo.ts'
import { firstPage, openPaper } from '#server/platform/paper/open-paper.ts'
import { page, quiet } from '#server/platform/paper/pen.ts'
import { drawParts, drawRoll, type Part } from '#server/platform/paper/roll.ts'

export type Slip = {
  laboratory: string
  reach: readonly string[]
  site: string
  reference: string
  visitOn: string
  until: string
  /** The address that the QR code opens. */
  address: string
  code: string
  /** Whether the QR code opens with the date of birth; else it opens with the code. */
  asksBirth: boolean
}

/** Points: 40 and 90 mm. */
const codeSide = 113
const columnOnPage = 300

/** A collection slip. It names no person and no test, since it can be lost. */
export async function drawSlip(
  slip: Slip,
  { paper, at, logo }: { paper: (typeof slipPapers)[number]; at: Date; logo: Buffer | null },
): Promise<Buffer> {
  const about = { title: `Collection slip ${slip.reference}`, author: slip.laboratory, at }
  if (paper === 'thermal') return drawRoll(about, [...headOf(slip), ...partsOf(slip)])
  const { document, done } = openPaper(about)
  firstPage(document)
  const body = document.struct('Document')
  document.addStructure(body)
  drawParts(document, body, partsOf(slip), { x: (page.width - columnOnPage) / 2, width: columnOnPage })
  body.end()
  framePages(document, {
    from: slip.laboratory,
    reach: slip.reach,
    logo: logo && openLogo(document, logo),
    continues: slip.reference,
    foot: [`Collection slip  ·  ${slip.reference}`, `Opens until ${slip.until}`],
  })
  document.end()
  return done
}

const small = { size: 8, color: quiet }
const step = { bold: true, size: 10 }

const headOf = ({ laboratory, reach }: Slip): Part[] => [
  { text: laboratory, style: { bold: true, size: 12 } },
  ...reach.map((text) => ({ text, style: small })),
  { room: 4 },
  { rule: 'line' },
  { room: 4 },
]

function partsOf({ site, reference, visitOn, until, address, code, asksBirth }: Slip): Part[] {
  const how = asksBirth
    ? '2. Enter the date of birth of the person tested.'
    : '2. Enter the code at the end of this slip.'
  return [
    { text: 'Collection slip', type: 'H1', style: { bold: true, size: 17 } },
    { room: 6 },
    { left: 'Reference', right: reference, style: { bold: true, size: 10 } },
    { left: 'Visit', right: visitOn },
    { left: 'At', right: site },
    { left: 'Opens until', right: until },
    { room: 8 },
    {
      alt: 'QR code that opens the results',
      side: codeSide,
      align: 'centre',
      draw: (document, x, y, side) => drawCode(document, address, x, y, side),
    },
    { room: 8 },
    { text: '1. Scan this code with the camera of a phone.', style: step },
    { text: how, style: step },
    { text: 'If the results are not ready yet, try again later.' },
    { room: 8 },
    { text: 'Keep this slip to yourself: whoever has it can ask for the results.', style: small },
    {
      text: 'You can also collect the results at our desk with this slip and an identity card.',
      style: small,
    },
    { room: 8 },
    { rule: 'cut' },
    { text: 'Code', style: small, align: 'centre' },
    { text: code, style: { bold: true, size: 20 }, align: 'centre' },
    {
      text: 'It opens a link that we send you. Keep it apart from the phone.',
      style: small,
      align: 'centre',
    },
  ]
}
