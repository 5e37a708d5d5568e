import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font, type GlyphRun } from 'fontkit'
import { entry } from '../entry.ts'

/**
 * The two fonts of all documents, with all letters of the languages of Ghana and of European names. Parsed once in a process:
 * otherwise pdfkit parses both files for each document, which was most of the 200 ms of a report.
 */
const require = createRequire(import.meta.url)
const files = {
  plain: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
} as const

export type Weight = keyof typeof files
const opened = new Map<Weight, Font>()

const faceOf = (weight: Weight): Font =>
  entry(opened, weight, () => rememberingWords(create(readFileSync(files[weight]))))

/** The number of words cached for a font. Apart from names and numbers, reports use few different words. */
const mostWords = 4000

/**
 * Caches the layout of words across documents, since a third of the time of a report went into laying out the same words.
 * Each caller gets its own copy of the positions, since pdfkit scales them in place.
 */
function rememberingWords(face: Font): Font {
  const runs = new Map<string, GlyphRun>()
  const layout = face.layout.bind(face)
  face.layout = (text, ...rest) => {
    if (rest.some((one) => one !== undefined)) return layout(text, ...rest)
    if (runs.size >= mostWords) runs.clear()
    const run = entry(runs, text, () => layout(text))
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
  }
  return face
}

/** Registers the fonts by their names. pdfkit accepts a parsed font, although its types do not. */
export function lendFaces(document: PDFKit.PDFDocument): void {
  for (const weight of ['bold', 'plain'] as const) document.font(faceOf(weight) as unknown as ArrayBuffer)
}

export const nameOf = (weight: Weight): string => faceOf(weight).postscriptName

/** Replaces letters that the font does not have by a mark, so that a missing letter is noticed. */
export function printable(text: string, weight: Weight): string {
  if (/^[ -~]*$/.test(text)) return text
  const face = faceOf(weight)
  return Array.from(text, (letter) => {
    const codePoint = letter.codePointAt(0) ?? 0
    return letter === '\n' || face.hasGlyphForCodePoint(codePoint) ? letter : '\ufffd'
  }).join('')
}
