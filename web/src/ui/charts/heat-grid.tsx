import type { ReactNode } from 'react'
import { DrawnTable } from './chart-figure.tsx'

/** A table whose cells are darker the more there is in them; each says its number as well. */
export function HeatGrid({
  title,
  about,
  corner,
  columns,
  rows,
  say,
  lead,
}: {
  title: string
  about?: ReactNode
  /** What the rows are: "Hour". */
  corner: string
  columns: readonly { name: string; short: string }[]
  rows: readonly { name: string; values: readonly (number | null)[] }[]
  say: (value: number) => string
  /** What a number above 0 leads to; it fills its cell. */
  lead?: (said: string, place: { row: number; column: number }) => ReactNode
}) {
  const most = Math.max(0, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)))
  return (
    <DrawnTable title={title} about={about} className="heat-table">
      <thead>
        <tr>
          <th scope="col">{corner}</th>
          {columns.map(({ name, short }) => (
            <th key={name} scope="col" abbr={name}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, rowIndex) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            {row.values.map((value, index) => (
              <td
                key={columns[index]?.name}
                style={{ '--share': `${most > 0 ? Math.round(((value ?? 0) / most) * 50) : 0}%` } as object}
              >
                {value === null
                  ? '–'
                  : value > 0 && lead
                    ? lead(say(value), { row: rowIndex, column: index })
                    : say(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DrawnTable>
  )
}
