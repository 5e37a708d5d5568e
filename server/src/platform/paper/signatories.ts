import { type Doc, heightOf, makeRoom, page, put, quiet, type Structure } from './pen.ts'
import { drawPicture } from './picture.ts'

export type Signatory = { name: string; about: string; signature: Buffer | undefined }

/** Qualification and licence number in words; empty if neither is recorded. */
export const aboutSignatory = (qualification: string, licenceNumber: string): string =>
  [qualification, licenceNumber && `Licence ${licenceNumber}`].filter((text) => text !== '').join(', ')

const column = { width: 240, gap: 20 } as const
const signatureHeight = 34

/** People who authorise a paper, with qualification, licence number and signature, in two columns. */
export function drawSignatories(document: Doc, body: Structure, people: readonly Signatory[]): void {
  const rows = Array.from({ length: Math.ceil(people.length / 2) }, (_, row) =>
    people.slice(2 * row, 2 * row + 2),
  )
  for (const row of rows) {
    const height = Math.max(...row.map((one) => heightOfOne(document, one)))
    makeRoom(document, height)
    const y = document.y
    row.forEach((one, index) => {
      drawOne(document, body, one, { x: page.margin + index * (column.width + column.gap), y })
    })
    document.y = y + height + 8
  }
}

const aboutStyle = { size: 8, color: quiet } as const

const heightOfOne = (document: Doc, { about, signature }: Signatory): number =>
  (signature ? signatureHeight + 2 : 0) +
  22 +
  heightOf(document, about, { width: column.width, ...aboutStyle })

function drawOne(
  document: Doc,
  body: Structure,
  { name, about, signature }: Signatory,
  at: { x: number; y: number },
): void {
  const { x } = at
  const { width } = column
  let y = at.y
  const write = (text: string, style: object) => {
    body.add(document.struct('P', {}, () => put(document, text, { x, y, width, ...style })))
  }
  write('Authorised by', { size: 7.5, color: quiet })
  y += 10
  if (signature) {
    const box = { x, y, width: 120, height: signatureHeight }
    body.add(
      document.struct('Figure', { alt: `Signature of ${name}` }, () => drawPicture(document, signature, box)),
    )
    y += signatureHeight + 2
  }
  write(name, { bold: true })
  y += 12
  write(about, aboutStyle)
}
