// biome-ignore-all lint/a11y/noRedundantRoles: a table laid out as blocks loses its roles in Safari.
import type { ReactNode } from 'react'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end. */
  align?: 'end'
}

/**
 * A table that becomes a list of cards under 640 px. The roles are written out because a table that is laid out as
 * blocks loses them in some browsers.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
}: {
  /** Spoken, not shown: the page's title already says it. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Instead of the table when there are no rows. */
  empty: ReactNode
}) {
  if (rows.length === 0) return empty
  return (
    <div className="overflow-x-auto">
      <table className="data-table" role="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.header} role="columnheader" scope="col" className={endClass(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column) => (
                <td key={column.header} role="cell" data-label={column.header} className={endClass(column)}>
                  <div>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function endClass(column: { align?: 'end' }): string | undefined {
  return column.align === 'end' ? 'end' : undefined
}
