import { inflateSync } from 'node:zlib'

/** The texts of a PDF written by pdfkit, in the order of the page; for tests only. */
export function textsOf(pdf: Buffer): string[] {
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
  return pages.flatMap(({ head }) => {
    const content = objects.get(refer(head, 'Contents'))?.stream?.toString('latin1') ?? ''
    let letters: Map<string, string> | null = null
    return [...content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)].flatMap(([, font, shown]) => {
      if (font !== undefined) letters = fonts.get(font) ?? null
      if (shown === undefined) return []
      const glyphs = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => hex).join('')
      const known = letters
      return known === null
        ? [Buffer.from(glyphs, 'hex').toString('latin1')]
        : [(glyphs.match(/.{4}/g) ?? []).map((glyph) => known.get(glyph) ?? '?').join('')]
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
