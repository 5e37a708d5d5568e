// biome-ignore-all lint/a11y/noRedundantRoles: a table laid out as blocks loses its roles in Safari.
import {
  type ColumnDef,
  createSortedRowModel,
  type Header,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { ArrowUpIcon } from './icons.tsx'
import { Skeleton } from './skeleton.tsx'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
type Features = typeof features

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end. */
  align?: 'end'
  /** The value by which rows can be sorted, for a list without pages. The server orders a list with pages. */
  sort?: (row: Row) => string | number
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
  const table = useTable<Features, RowData>({
    features,
    data: rows as readonly RowData[],
    columns: useMemo(() => columns.map(definitionOf), [columns]),
    getRowId: (row) => rowKey(row as Row),
  })
  if (rows.length === 0) return empty
  return (
    <div className="overflow-x-auto">
      <table className="data-table" role="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {table.getFlatHeaders().map((header, index) => (
              <Head key={header.id} header={header} align={columns[index]?.align} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} role="row">
              {columns.map((column) => (
                <td key={column.header} role="cell" data-label={column.header} className={column.align}>
                  <div>{column.cell(row.original as Row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A skeleton of a table whose rows are loading. */
export function TableLoading<Row>({ columns, says }: { columns: readonly Column<Row>[]; says: string }) {
  return (
    <div role="status">
      <span className="visually-hidden">{says}</span>
      <div className="overflow-x-auto" aria-hidden="true">
        <table className="data-table">
          <thead>
            <tr>
              {columns.map(({ header, align }) => (
                <th key={header} className={align}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {['72%', '54%', '66%', '48%', '60%'].map((width) => (
              <tr key={width}>
                {columns.map(({ header }) => (
                  <td key={header} data-label={header}>
                    <Skeleton width={width} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function definitionOf<Row>({ header, sort }: Column<Row>): ColumnDef<Features, RowData> {
  return {
    id: header,
    accessorFn: (row) => sort?.(row as Row),
    enableSorting: sort !== undefined,
    sortFn: (one, other, id) => compare(one.getValue(id), other.getValue(id)),
  }
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other), undefined, { sensitivity: 'base', numeric: true })
}

const directions = { asc: 'ascending', desc: 'descending' } as const

function Head({
  header: { column },
  align,
}: {
  header: Header<Features, RowData>
  align: 'end' | undefined
}) {
  const sorted = column.getIsSorted()
  return (
    <th
      role="columnheader"
      scope="col"
      className={align}
      {...(sorted && { 'aria-sort': directions[sorted] })}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          className="inline-flex min-h-6 items-center gap-1 font-600 hover:text-ink"
          onClick={column.getToggleSortingHandler()}
        >
          {column.id}
          {sorted && <ArrowUpIcon size={14} {...(sorted === 'desc' && { className: 'rotate-180' })} />}
        </button>
      ) : (
        column.id
      )}
    </th>
  )
}
