import type { DB } from '#server/platform/schema.gen.ts'

/** Rows for COPY, in its text format. */

type Cell = string | number | boolean | Date | null | readonly string[]
export type Rows<Table extends keyof DB = keyof DB> = {
  readonly table: string
  /** From the first row: every row of a table has the same keys in the same order. */
  columns: string[]
  lines: string[]
  readonly row?: { readonly [Column in keyof DB[Table]]?: Cell }
}

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
      if (value === null) return '\\N'
      return value instanceof Date ? value.toISOString() : escaped(`{${value.map(quoted).join(',')}}`)
  }
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const rowsOf = <Table extends keyof DB>(table: Table): Rows<Table> => ({
  table: snakeCase(table),
  columns: [],
  lines: [],
})

export function addRow<Table extends keyof DB>(
  rows: Rows<Table>,
  row: NonNullable<Rows<Table>['row']>,
): void {
  if (rows.columns.length === 0) rows.columns = Object.keys(row).map(snakeCase)
  rows.lines.push(
    Object.values<Cell>(row as Record<string, Cell>)
      .map(cell)
      .join('\t'),
  )
}

/** Takes the rows out as text; null without rows. */
export function takeText(rows: Omit<Rows, 'row'>): Buffer | null {
  if (rows.lines.length === 0) return null
  const text = Buffer.from(`${rows.lines.join('\n')}\n`)
  rows.lines = []
  return text
}
