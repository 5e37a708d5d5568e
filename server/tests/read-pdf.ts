import { inflateSync } from 'node:zlib'

type Placed = { text: string; x: number }

/** The texts of a PDF written by pdfkit, in the order of the page; for tests only. */
export const textsOf = (pdf: Buffer): string[] => placesOf(pdf).map(({ text }) => text)

/** The texts of each page. */
export const pagesIn = (pdf: Buffer): string[][] => placedIn(pdf).map((page) => page.map(({ text }) => text))

/** The texts with the horizontal position of each, in points. */
export const placesOf = (pdf: Buffer): Placed[] => placedIn(pdf).flat()

function placedIn(pdf: Buffer): Placed[][] {
  const objects = new Map<number, { head: string; stream: Buffer | null }>()
  const source = pdf.toString('latin1')
  for (const found of source.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)) {
    const [, id, whole = ''] = found
    const [head = '', raw] = whole.split(/stream\n/)
    const bytes = raw === undefined ? null : Buffer.from(raw.replace(/\nendstream\n?$/, ''), 'latin1')
    objects.set(Number(id), {
      head,
      stream: bytes && head.includes('FlateDecode') ? inflateSync(bytes) : bytes,
    })
  }
  const refer = (text: string, key: string) => Number(new RegExp(`/${key} (\\d+) 0 R`).exec(text)?.[1])
  /** Null: a standard font, whose glyph codes are Latin-1. */
  const fonts = new Map<string, Map<string, string> | null>()
  for (const { head } of objects.values()) {
    for (const [, name = '', id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = objects.get(refer(objects.get(Number(id))?.head ?? '', 'ToUnicode'))?.stream
      fonts.set(name, map ? lettersOf(map.toString('latin1')) : null)
    }
  }
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\n/.test(head))
  return pages.map(({ head }) => {
    const content = objects.get(refer(head, 'Contents'))?.stream?.toString('latin1') ?? ''
    let letters: Map<string, string> | null = null
    let x = 0
    const marks = /1 0 0 1 ([\d.]+) [\d.]+ Tm|\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g
    return [...content.matchAll(marks)].flatMap(([, left, font, shown]) => {
      if (left !== undefined) x = Number(left)
      if (font !== undefined) letters = fonts.get(font) ?? null
      if (shown === undefined) return []
      const glyphs = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => hex).join('')
      const known = letters
      const text =
        known === null
          ? Buffer.from(glyphs, 'hex').toString('latin1')
          : (glyphs.match(/.{4}/g) ?? []).map((glyph) => known.get(glyph) ?? '?').join('')
      return [{ text, x }]
    })
  })
}

/** Maps glyphs to texts; pdfkit lists them from 0, in blocks. */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, first = '0', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/g)) {
    ;[...list.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, hex = ''], index) => {
      const units = (hex.replaceAll(' ', '').match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      letters.set(glyph, String.fromCharCode(...units))
    })
  }
  return letters
}
