import type { ReportContent } from '#contract/reports.ts'
import { type Doc, heightOf, makeRoom, page, put, quiet, type Structure } from '#server/platform/paper/pen.ts'
import { drawPicture } from '#server/platform/paper/picture.ts'

/** What a report names: pictures by their hashes, files by their ids. */
export type Pictures = ReadonlyMap<string, Buffer>

const column = { width: 240, gap: 20 } as const
const signatureHeight = 34

type Signatory = { name: string; about: string; signature: Buffer | undefined }

/** The people who authorised the results, each once, with qualification, licence number and signature, in two columns. */
export function drawSignatories(
  document: Doc,
  body: Structure,
  report: ReportContent,
  pictures: Pictures,
): void {
  const people = signatoriesOf(report, pictures)
  if (people.length === 0) return
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

/** Somebody of whom nothing is recorded is named with each test alone. */
function signatoriesOf({ tests }: ReportContent, pictures: Pictures): Signatory[] {
  const found = new Map<string, Signatory>()
  for (const { releasedBy, authorised, withdrawn } of tests) {
    if (!authorised || withdrawn) continue
    const { qualification, licenceNumber, signature } = authorised
    const about = [qualification, licenceNumber && `Licence ${licenceNumber}`]
      .filter((text) => text !== '')
      .join(', ')
    if (about === '' && signature === null) continue
    found.set(`${releasedBy} ${about}`, { name: releasedBy, about, signature: pictures.get(signature ?? '') })
  }
  return [...found.values()]
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
