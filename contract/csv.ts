/** CSV as the laboratory gives it out (RFC 4180): for spreadsheets, which run what looks like a formula. */

export type CsvValue = string | number | boolean | null

/** At its beginning, so that spreadsheets read the file as UTF-8. */
export const csvMark = '\ufeff'

const number = /^-?\d+([.,]\d+)?$/
const formula = /^'*[=+\-@\t\r]/
const quoted = /[",;\t\r\n]|^\s|\s$/

/**
 * A cell: a text that a spreadsheet would take for a formula has an apostrophe before it, also one that had some of its
 * own, so that each comes back; numbers stay numbers.
 */
export function csvCell(value: CsvValue): string {
  if (value === null) return ''
  const plain = String(value)
  const text = typeof value === 'string' && formula.test(plain) && !number.test(plain) ? `'${plain}` : plain
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (values: readonly CsvValue[]): string => `${values.map(csvCell).join(',')}\r\n`

/** What was meant by a cell of such a file. */
export const withoutApostrophe = (cell: string): string =>
  /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
