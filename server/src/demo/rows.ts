/** Rows on their way to COPY, in its text format. */

export type Cell = string | number | boolean | null | readonly string[]
export type Rows = { readonly table: string; readonly columns: readonly string[]; lines: string[] }

const special = /[\\\t\n\r]/
const everySpecial = /[\\\t\n\r]/g
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (text: string) => text.replace(everySpecial, (letter) => escapes[letter] ?? letter)
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

function cell(value: Cell): string {
  switch (typeof value) {
    case 'string':
      return special.test(value) ? escaped(value) : value
    case 'number':
      return String(value)
    case 'boolean':
      return value ? 't' : 'f'
    default:
      return value === null ? '\\N' : escaped(`{${value.map(quoted).join(',')}}`)
  }
}

export const rowsOf = (table: string, columns: string): Rows => ({
  table,
  columns: columns.split(/\s+/).filter((name) => name !== ''),
  lines: [],
})

export function addRow(rows: Rows, values: readonly Cell[]): void {
  let line = ''
  for (const [index, value] of values.entries()) line += index === 0 ? cell(value) : `\t${cell(value)}`
  rows.lines.push(line)
}

/** Everything so far, and the rows are empty again; null when there was nothing. */
export function takeText(rows: Rows): Buffer | null {
  if (rows.lines.length === 0) return null
  const text = Buffer.from(`${rows.lines.join('\n')}\n`)
  rows.lines = []
  return text
}
