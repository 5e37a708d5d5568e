import { withoutApostrophe } from '#contract/csv.ts'

/** A record with the line on which it begins, as editors and spreadsheets count. */
export type CsvRecord = { line: number; cells: string[] }
export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]
export type Encoding = 'UTF-8' | 'Windows-1252'

/** UTF-8 when it is, with or without its mark; else what spreadsheets of Western Europe write. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

/** The separator: the one that splits the header into most cells. */
export function findDelimiter(text: string): Delimiter {
  const counts = delimiters.map((delimiter) => {
    const [header] = parseCsv(text.slice(0, 10_000), delimiter, 1).records
    return { delimiter, cells: header?.cells.length ?? 0 }
  })
  return counts.reduce((best, one) => (one.cells > best.cells ? one : best)).delimiter
}

/**
 * Takes a text apart by RFC 4180: quotes around a cell, doubled inside, line ends of any kind. Lines without anything in
 * them are no records. A quote inside an unquoted cell is a sign like any other. `fault` when a quote is never closed or
 * something stands behind it, or a record has more than `mostCells`. At most `most` records are read.
 */
export function parseCsv(
  text: string,
  delimiter: Delimiter,
  most: number,
  mostCells = Number.POSITIVE_INFINITY,
): { records: CsvRecord[]; fault: { line: number; message: string } | null } {
  const records: CsvRecord[] = []
  let line = 1
  let at = 0
  while (at < text.length && records.length < most) {
    const record: CsvRecord = { line, cells: [] }
    let ended = false
    while (!ended) {
      let cell: string
      if (text[at] === '"') {
        const end = closingQuote(text, at + 1)
        if (end < 0) return { records, fault: { line, message: 'A quotation mark is never closed' } }
        cell = text.slice(at + 1, end).replaceAll('""', '"')
        line += cell.match(/\r\n|\r|\n/g)?.length ?? 0
        at = end + 1
        if (at < text.length && text[at] !== delimiter && text[at] !== '\r' && text[at] !== '\n') {
          return { records, fault: { line, message: 'Something stands behind a closing quotation mark' } }
        }
      } else {
        const end = endOfCell(text, at, delimiter)
        cell = text.slice(at, end)
        at = end
      }
      if (record.cells.length >= mostCells) {
        const message = `There are more than ${mostCells} columns`
        return { records, fault: { line: record.line, message } }
      }
      record.cells.push(withoutApostrophe(cell).trim())
      if (text[at] === delimiter) at++
      else ended = true
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    line++
    if (record.cells.some((cell) => cell !== '')) records.push(record)
  }
  return { records, fault: null }
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at
  }
  return -1
}

function endOfCell(text: string, from: number, delimiter: string): number {
  let at = from
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}
