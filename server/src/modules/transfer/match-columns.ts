import { type ImportField, type ImportKind, importFields } from '#contract/transfer.ts'

const plain = (header: string) => header.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * Finds the column of each field by the known names of the field, in their order. A column that fits several fields goes to the
 * first of these that has no column yet.
 */
export function matchColumns(kind: ImportKind, headers: readonly string[]): (number | null)[] {
  const names = headers.map(plain)
  const taken = new Set<number>()
  const fields: readonly ImportField[] = importFields[kind]
  return fields.map(({ known }) => {
    const column = known.map((name) => names.indexOf(name)).find((at) => at >= 0 && !taken.has(at))
    if (column !== undefined) taken.add(column)
    return column ?? null
  })
}

/** Columns as chosen by a person (`0,3,,1`); columns that the file does not have are ignored. */
export function readColumns(kind: ImportKind, text: string, width: number): (number | null)[] {
  const chosen = text.split(',')
  return importFields[kind].map((_, index) => {
    const column = chosen[index] ?? ''
    return column === '' || Number(column) >= width ? null : Number(column)
  })
}
