/** A table of the report, each row of which may have a bar for its main figure. */

export type Row = {
  cells: readonly string[]
  /** The figure that the bars of the table compare, and that of the period before. */
  bar?: { value: number | null; before: number | null }
}
export type Table = {
  title: string
  about: string
  columns: readonly string[]
  rows: readonly Row[]
  /** What the bars are of, and what fills their column; null: as much as the longest of them. */
  bars?: { name: string; most: number | null }
}

/** The same test in the period before. */
export const sameTest = <T extends { test: { code: string } }>(
  of: readonly T[],
  { test }: { test: { code: string } },
) => of.find((one) => one.test.code === test.code)

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
