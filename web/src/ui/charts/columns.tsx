import { type ReactNode, useId } from 'react'
import { useWidth } from '../use-size.ts'
import { ChartFigure } from './chart-figure.tsx'
import { everyNth, gridOf, type Scale, yOf } from './chart-scale.ts'
import { marks } from './marks.ts'
import { PartKeys, PartPatterns, partFill } from './part-patterns.tsx'

export type Column = { key: string; name: string; short: string; parts: readonly number[] }

type ColumnsProps = {
  title: string
  about?: ReactNode
  /** What the columns are: "Hour". */
  nameOf: string
  partNames: readonly string[]
  columns: readonly Column[]
  marked?: { key: string; name: string } | undefined
}

/** Counts as columns side by side, each of the same parts, at most five. `marked` is the column of the present time. */
export function Columns({ title, about, nameOf, partNames, columns, marked }: ColumnsProps) {
  const id = useId()
  return (
    <ChartFigure
      title={title}
      about={about}
      table={{
        headers: [nameOf, ...partNames],
        rows: columns.map((column) => ({
          key: column.key,
          cells: [column.name, ...column.parts.map((part) => String(part))],
        })),
      }}
      legend={<PartKeys id={id} names={partNames} />}
    >
      <PartPatterns id={id} />
      <Drawing id={id} columns={columns} marked={marked} />
    </ChartFigure>
  )
}

/** The columns. Their width is measured here, so that a change does not draw the table of numbers again. */
function Drawing({ id, columns, marked }: Pick<ColumnsProps, 'columns' | 'marked'> & { id: string }) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const sum = (column: Column) => column.parts.reduce((all, part) => all + part, 0)
  const grid = gridOf(Math.max(1, ...columns.map(sum)), true)
  const scale: Scale = {
    width,
    height: 200,
    left: 12 + 8 * String(grid.at(-1)).length,
    right: 4,
    top: marked ? 24 : 10,
    bottom: 28,
    most: grid.at(-1) ?? 1,
    count: columns.length,
  }
  const room = (width - scale.left - scale.right) / Math.max(1, columns.length)
  const wide = Math.min(48, room * 0.7)
  const step = everyNth(columns.length, width - scale.left, 30)
  return (
    <div ref={ref}>
      <svg
        width={width}
        height={scale.height}
        viewBox={`0 0 ${width} ${scale.height}`}
        aria-hidden="true"
        className="block print:h-auto print:w-full"
      >
        {grid.map((value) => (
          <g key={value}>
            <line
              className={value === 0 ? marks.ground : marks.grid}
              x1={scale.left}
              x2={width - scale.right}
              y1={yOf(scale, value)}
              y2={yOf(scale, value)}
            />
            <text
              className="chart-text"
              x={scale.left - 8}
              y={yOf(scale, value)}
              textAnchor="end"
              dy="0.35em"
            >
              {value}
            </text>
          </g>
        ))}
        {columns.map((column, index) => {
          const middle = scale.left + (index + 0.5) * room
          return (
            <g key={column.key}>
              <Parts id={id} scale={scale} parts={column.parts} x={middle - wide / 2} wide={wide} />
              {index % step === 0 && (
                <text className="chart-text" x={middle} y={scale.height - 8} textAnchor="middle">
                  {column.short}
                </text>
              )}
              {marked?.key === column.key && (
                <text className="fill-ink font-650 text-xs" x={middle} y="12" textAnchor="middle">
                  {marked.name}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

function Parts({
  id,
  scale,
  parts,
  x,
  wide,
}: {
  id: string
  scale: Scale
  parts: readonly number[]
  x: number
  wide: number
}) {
  let below = 0
  return parts.map((part, index) => {
    const from = below
    below += part
    if (part === 0) return null
    const top = yOf(scale, below)
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts are always the same.
        key={index}
        className={marks.segment}
        fill={partFill(id, index)}
        x={x}
        width={wide}
        y={top}
        height={yOf(scale, from) - top}
      />
    )
  })
}
