/** CSV as the laboratory gives it out (RFC 4180): for spreadsheets, which run what looks like a formula. */

export type CsvValue = string | number | boolean | null

/** At its beginning, so that spreadsheets read the file as UTF-8. */
export const csvMark = '\ufeff'

const number = /^-?\d+([.,]\d+)?$/
const formula = /^'*[=+\-@\t\r]/
const quoted = /[",;\t\r\n]|^\s|\s$/

/**
 * An apostrophe before a text that a spreadsheet would take for a formula, also before one that has some of its own, so
 * that each comes back. Numbers stay numbers.
 */
const guarded = (text: string) => (formula.test(text) && !number.test(text) ? `'${text}` : text)

function cellOf(value: CsvValue): string {
  if (value === null) return ''
  const text = typeof value === 'string' ? guarded(value) : String(value)
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cellOf).join(',')}\r\n`

/** The text of a cell of such a file. */
export const withoutApostrophe = (cell: string): string =>
  /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
