/** CSV output (RFC 4180), safe to open in spreadsheets, which run cells that look like formulas. */

export type CsvValue = string | number | boolean | null

/** The byte order mark, by which spreadsheets recognise UTF-8. */
export const csvMark = '\ufeff'

const number = /^-?\d+([.,]\d+)?$/
const formula = /^'*[=+\-@\t\r]/
const quoted = /[",;\t\r\n]|^\s|\s$/

/**
 * Prefixes an apostrophe to text that a spreadsheet would run as a formula, and to text that already has such a prefix, so
 * that reading restores it. Numbers are unchanged.
 */
const guarded = (text: string) => (formula.test(text) && !number.test(text) ? `'${text}` : text)

function cellOf(value: CsvValue): string {
  if (value === null) return ''
  const text = typeof value === 'string' ? guarded(value) : String(value)
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cellOf).join(',')}\r\n`

/** Reads the text of a cell, without the prefix. */
export const withoutApostrophe = (cell: string): string =>
  /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
