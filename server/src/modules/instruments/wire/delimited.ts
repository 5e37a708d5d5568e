/**
 * Records of fields, repeats, components and subcomponents, as in ASTM E1394 / LIS2-A2 and HL7 v2. Both standards declare the
 * delimiters in the first record, and escape them in the same way.
 */
export type Delimiters = {
  readonly field: string
  readonly repeat: string
  readonly component: string
  /** Subcomponent; empty in ASTM. */
  readonly sub: string
  readonly escaping: string
}

/** Field 0 is the type of the record. */
export type DelimitedRecord = {
  readonly type: string
  /** The decoded text of a component of the first repeat, counted from 1; empty if it is missing. */
  text(field: number, component?: number): string
  /** The components of the first repeat, decoded. */
  components(field: number): string[]
  /** The first components of all repeats, decoded. */
  repeats(field: number): string[]
  /** The components of each repeat, decoded. */
  all(field: number): string[][]
}

/**
 * Decodes escape sequences: a letter for a delimiter, bytes in hexadecimal, or a layout command between two escape characters. Unknown
 * sequences stay as text, since many instruments do not escape the escape character.
 */
export function decode(text: string, delimiters: Delimiters): string {
  const { field, repeat, component, sub, escaping } = delimiters
  if (escaping === '' || !text.includes(escaping)) return text
  const mark = `\\u${escaping.charCodeAt(0).toString(16).padStart(4, '0')}`
  const letters: Readonly<Record<string, string>> = { F: field, S: component, R: repeat, E: escaping, T: sub }
  return text.replace(
    new RegExp(`${mark}(?:([FSRET])|X((?:[\\dA-Fa-f]{2})+)|(\\.br)|[HN])${mark}`, 'g'),
    (_, letter?: string, hex?: string, lineBreak?: string) => {
      if (letter !== undefined) return letters[letter] ?? ''
      // The database cannot store NUL.
      if (hex !== undefined) return Buffer.from(hex, 'hex').toString('latin1').replaceAll('\0', '')
      return lineBreak === undefined ? '' : '\n'
    },
  )
}

/** The inverse of `decode`, for messages that are sent. */
export function encode(text: string, { field, repeat, component, sub, escaping }: Delimiters): string {
  const letters = new Map([
    [escaping, 'E'],
    [field, 'F'],
    [component, 'S'],
    [repeat, 'R'],
    [sub, 'T'],
  ])
  const clean = [...text.replace(/\s+/g, ' ')]
  return clean
    .map((char) => (letters.has(char) ? `${escaping}${letters.get(char)}${escaping}` : char))
    .join('')
}

export function readRecord(line: string, delimiters: Delimiters): DelimitedRecord {
  const fields = line.split(delimiters.field)
  const repeatsOf = (field: number) => {
    const raw = fields[field] ?? ''
    return delimiters.repeat === '' ? [raw] : raw.split(delimiters.repeat)
  }
  const componentsOf = (repeat: string) =>
    repeat.split(delimiters.component).map((one) => decode(one, delimiters).trim())
  return {
    type: (fields[0] ?? '').trim().toUpperCase(),
    text: (field, component = 1) => componentsOf(repeatsOf(field)[0] ?? '')[component - 1] ?? '',
    components: (field) => componentsOf(repeatsOf(field)[0] ?? ''),
    repeats: (field) => repeatsOf(field).map((repeat) => componentsOf(repeat)[0] ?? ''),
    all: (field) => repeatsOf(field).map(componentsOf),
  }
}

/** The records of a message, without empty records. A record ends with CR; some senders use CR LF or LF. */
export const linesOf = (text: string): string[] =>
  (text.includes('\r') ? text.split(/\r\n?|\r/) : text.split('\n'))
    .map((line) => line.replace(/^\n+/, ''))
    .filter((line) => line.trim() !== '')
