import { stringify } from 'csv-stringify/sync'

/** CSV as the laboratory gives it out (RFC 4180): for spreadsheets, which run what looks like a formula. */

export type CsvValue = string | number | boolean | null

/** At its beginning, so that spreadsheets read the file as UTF-8. */
export const csvMark = '\ufeff'

const number = /^-?\d+([.,]\d+)?$/
const formula = /^'*[=+\-@\t\r]/

/**
 * An apostrophe before a text that a spreadsheet would take for a formula, also before one that has some of its own, so
 * that each comes back. Numbers stay numbers, which `escape_formulas` of the library does not do.
 */
const guarded = (text: string) => (formula.test(text) && !number.test(text) ? `'${text}` : text)

export const csvLine = (values: readonly CsvValue[]): string =>
  stringify([[...values]], {
    record_delimiter: 'windows',
    quoted_match: /[;\t\r\n]|^\s|\s$/,
    cast: { string: guarded, boolean: String },
  })

/** The text of a cell of such a file. */
export const withoutApostrophe = (cell: string): string =>
  /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
