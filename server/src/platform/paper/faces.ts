import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

/**
 * The two faces of every paper, with every letter that Ghana's languages and Europe's names need. Opened once in a process
 * and lent to each document: left to open them itself, pdfkit reads and parses both files again and again, which was
 * most of the 200 ms that a report took.
 */
const require = createRequire(import.meta.url)
const files = {
  plain: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
} as const

export type Weight = keyof typeof files
const opened = new Map<Weight, Font>()

function faceOf(weight: Weight): Font {
  const known = opened.get(weight)
  if (known) return known
  const font = create(readFileSync(files[weight]))
  opened.set(weight, font)
  return font
}

/** pdfkit takes an opened font too, but its types say so nowhere; afterwards it knows the face by its own name. */
export function lendFaces(document: PDFKit.PDFDocument): void {
  for (const weight of ['bold', 'plain'] as const) document.font(faceOf(weight) as unknown as ArrayBuffer)
}

export const nameOf = (weight: Weight): string => faceOf(weight).postscriptName

/** Letters of scripts that the face does not have: marked, so that nobody takes a gap for a name. */
export function printable(text: string, weight: Weight): string {
  const face = faceOf(weight)
  return Array.from(text, (letter) => {
    const codePoint = letter.codePointAt(0) ?? 0
    return letter === '\n' || face.hasGlyphForCodePoint(codePoint) ? letter : '\ufffd'
  }).join('')
}
