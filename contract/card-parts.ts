/** The text of the QR codes of a SMART Health Card: of one code, or of several, each `shc:/<number>/<count>/<digits>`. */
type CardParts =
  | { state: 'whole'; digits: string }
  | { state: 'incomplete'; count: number; missing: number[] }
  | { state: 'mixed' | 'broken' }

/** The order of the parts and line breaks have no meaning. Null: it is no text of QR codes. */
export function readCardParts(text: string): CardParts | null {
  const [before, ...parts] = text.replace(/[\s,;]/g, '').split(/shc:\//i)
  if (before !== '' || parts.length === 0) return null
  const digits = new Map<number, string>()
  const counts = new Set<number>()
  for (const part of parts) {
    const found = /^(?:(\d{1,2})\/(\d{1,2})\/)?((?:\d\d)+)$/.exec(part)
    if (!found) return { state: 'broken' }
    const [, number = '1', count = '1', content = ''] = found
    const place = Number(number)
    if (place < 1 || place > Number(count)) return { state: 'broken' }
    if (digits.has(place) && digits.get(place) !== content) return { state: 'mixed' }
    digits.set(place, content)
    counts.add(Number(count))
  }
  const [count = 1, ...others] = counts
  if (others.length > 0) return { state: 'mixed' }
  const places = Array.from({ length: count }, (_, at) => at + 1)
  const missing = places.filter((place) => !digits.has(place))
  if (missing.length > 0) return { state: 'incomplete', count, missing }
  return { state: 'whole', digits: places.map((place) => digits.get(place)).join('') }
}
