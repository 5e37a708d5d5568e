import type { slipPapers } from '#contract/result-links.ts'
import { framePages } from '#server/platform/paper/frame.ts'
import { openLogo } from '#server/platform/paper/logo.ts'
import { firstPage, openPaper } from '#server/platform/paper/open-paper.ts'
import {
  asArtifact,
  type Doc,
  faint,
  heightOf,
  page,
  put,
  type Structure,
  type Style,
} from '#server/platform/paper/pen.ts'
import { drawCode } from '../reports/draw-code.ts'

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

const mm = 72 / 25.4
/** A roll of 80 mm, of which a receipt printer prints 72. */
const roll = { width: 80 * mm, margin: 4 * mm } as const
const codeSide = 40 * mm
const gap = 5

/** A collection slip. It names no person and no test, since it can be lost. */
export async function drawSlip(
  slip: Slip,
  { paper, at, logo }: { paper: (typeof slipPapers)[number]; at: Date; logo: Buffer | null },
): Promise<Buffer> {
  const { document, done } = openPaper({
    title: `Collection slip ${slip.reference}`,
    author: slip.laboratory,
    at,
  })
  const isRoll = paper === 'thermal'
  const said = isRoll ? [...headOf(slip), ...partsOf(slip)] : partsOf(slip)
  const x = isRoll ? roll.margin : page.margin
  const width = isRoll ? roll.width - 2 * roll.margin : 90 * mm
  if (isRoll) {
    // Measured on a page of its own, since the roll is cut where the slip ends.
    document.options.margins = { top: 0, bottom: 0, left: 0, right: 0 }
    document.options.size = [roll.width, 2 * roll.margin + heightOfParts(slip, said, width)]
    document.addPage()
    document.y = roll.margin
  } else firstPage(document)
  const body = document.struct('Document')
  document.addStructure(body)
  for (const part of said) drawPart(document, body, part, { x, width })
  body.end()
  if (!isRoll) {
    framePages(document, {
      from: slip.laboratory,
      reach: slip.reach,
      logo: logo && openLogo(document, logo),
      continues: slip.reference,
      foot: [`Collection slip  ·  ${slip.reference}`, `Opens until ${slip.until}`],
    })
  }
  document.end()
  return done
}

type Part = { text: string; type?: string; style?: Style } | { qr: string } | { cut: true }

const headOf = ({ laboratory, reach }: Slip): Part[] => [
  { text: laboratory, style: { bold: true, size: 12 } },
  ...reach.map((text) => ({ text, style: { size: 8 } })),
]

function partsOf({ site, reference, visitOn, until, address, code, asksBirth }: Slip): Part[] {
  const how = asksBirth
    ? '2. Enter the date of birth of the person tested.'
    : '2. Enter the code at the end of this slip.'
  return [
    { text: 'Collection slip', type: 'H1', style: { bold: true, size: 15 } },
    { text: `Reference ${reference}`, style: { bold: true, size: 10 } },
    { text: `${site}, ${visitOn}` },
    { qr: address },
    { text: '1. Scan this code with the camera of a phone.' },
    { text: how },
    { text: 'If the results are not ready yet, try again later.' },
    { text: `It opens until ${until}. Keep this slip to yourself: whoever has it can ask for the results.` },
    { text: 'You can also collect the results at our desk with this slip and an identity card.' },
    { cut: true },
    { text: 'Code', style: { size: 8 } },
    { text: code, style: { bold: true, size: 18 } },
    { text: 'It opens a link that we send you. Keep it apart from the phone.', style: { size: 8 } },
  ]
}

const heights = (document: Doc, part: Part, width: number): number => {
  if ('qr' in part) return codeSide + 2 * gap
  if ('cut' in part) return 3 * gap
  return heightOf(document, part.text, { width, ...part.style }) + gap
}

function heightOfParts(slip: Slip, parts: readonly Part[], width: number): number {
  const { document } = openPaper({ title: slip.reference, author: slip.laboratory, at: new Date(0) })
  document.addPage()
  return parts.reduce((sum, part) => sum + heights(document, part, width), 0)
}

function drawPart(
  document: Doc,
  body: Structure,
  part: Part,
  { x, width }: { x: number; width: number },
): void {
  const y = document.y
  const end = y + heights(document, part, width)
  if ('qr' in part) {
    const alt = 'QR code that opens the results'
    body.add(document.struct('Figure', { alt }, () => drawCode(document, part.qr, x, y + gap, codeSide)))
  } else if ('cut' in part) {
    asArtifact(document, () => {
      const at = y + gap
      document
        .moveTo(x, at)
        .lineTo(x + width, at)
        .dash(3, { space: 3 })
        .strokeColor(faint)
        .stroke()
        .undash()
    })
  } else {
    body.add(
      document.struct(part.type ?? 'P', {}, () => put(document, part.text, { x, y, width, ...part.style })),
    )
  }
  document.y = end
}
