import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useWidth } from '../use-size.ts'
import { ChartFigure, Key } from './chart-figure.tsx'
import { areaOf, everyNth, gridOf, nearest, pathOf, type Scale, xOf, yOf } from './chart-scale.ts'
import { marks, overClass, sliderClass } from './marks.ts'

export type LinePoint = {
  key: string
  /** In full, as in the table; `short` stands under the drawing. */
  name: string
  short: string
  value: number | null
  /** The same place of the period before. */
  before: number | null
  /** Not over yet: the line to it is dashed. */
  unfinished?: boolean
  /** The name as a way to what is behind this place. */
  lead?: ReactNode
}

type LineChartProps = {
  title: string
  about?: string
  points: readonly LinePoint[]
  /** What the two lines are called. */
  names: { now: string; before: string }
  /** What a place is: "Day". */
  place: string
  say: (value: number | null) => string
  /** Counted things: the scale has no halves. */
  whole?: boolean
  target?: { value: number; name: string } | undefined
}

/**
 * Values over time. The earlier period is a lighter, dashed line; a period that is not over yet is dashed as well. A slider lies over the
 * drawing: finger, mouse and arrow keys choose a place, and the values of this place are shown above.
 */
export function LineChart({ about, ...props }: LineChartProps) {
  const { title, points, names, place, say, target } = props
  const withBefore = points.some(({ before }) => before !== null)
  return (
    <ChartFigure
      title={title}
      about={about}
      table={{
        headers: [place, names.now, ...(withBefore ? [names.before] : [])],
        rows: points.map(({ key, name, value, before: was, lead }) => ({
          key,
          lead,
          cells: [name, say(value), ...(withBefore ? [say(was)] : [])],
        })),
      }}
      legend={
        <>
          <LineKey line={marks.now}>{names.now}</LineKey>
          {points.some((point) => point.unfinished) && (
            <LineKey line={marks.unfinished}>
              <Trans>Not over yet</Trans>
            </LineKey>
          )}
          {withBefore && <LineKey line={marks.before}>{names.before}</LineKey>}
          {target && <LineKey line={marks.target}>{target.name}</LineKey>}
        </>
      }
    >
      <Drawing {...props} withBefore={withBefore} />
    </ChartFigure>
  )
}

/** The lines and the slider. The state of width and chosen place is here, so that a change does not draw the table of numbers again. */
function Drawing({
  title,
  points,
  place,
  say,
  whole = false,
  target,
  withBefore,
}: Omit<LineChartProps, 'about' | 'names'> & { withBefore: boolean }) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const [chosen, setChosen] = useState<number | null>(null)
  const values = points.map(({ value }) => value)
  const before = points.map((point) => point.before)
  const highest = Math.max(0, target?.value ?? 0, ...[...values, ...before].map((value) => value ?? 0))
  const grid = gridOf(highest, whole)
  const scale: Scale = {
    width,
    height: width < 480 ? 180 : 220,
    left: 12 + 7 * Math.max(...grid.map((value) => say(value).length)),
    right: 12,
    top: 12,
    bottom: 28,
    most: grid.at(-1) ?? 1,
    count: points.length,
  }
  const isOver = (point: LinePoint | undefined) => !point?.unfinished
  const finished = values.map((value, index) => (isOver(points[index]) ? value : null))
  // From the last value that is final to the one that is not.
  const unfinished = values.map((value, index) =>
    isOver(points[index]) && isOver(points[index + 1]) ? null : value,
  )
  const at = chosen === null ? undefined : points[chosen]
  const sayPoint = ({ name, value, before: was, unfinished: sofar }: LinePoint) => {
    const now = sofar ? t`${name}, so far: ${say(value)}` : t`${name}: ${say(value)}`
    return withBefore ? t`${now}; before ${say(was)}` : now
  }
  return (
    <>
      <p className="min-h-[1.5em] font-600 text-s tabular-nums print:hidden" aria-hidden="true">
        {at ? sayPoint(at) : '\u00a0'}
      </p>
      <div ref={ref} className={overClass} onPointerLeave={() => setChosen(null)}>
        <svg
          width={width}
          height={scale.height}
          viewBox={`0 0 ${width} ${scale.height}`}
          aria-hidden="true"
          className="block print:h-auto print:w-full"
        >
          <Grid scale={scale} grid={grid} say={say} />
          <Places scale={scale} points={points} />
          <path className={marks.area} d={areaOf(scale, values)} />
          {target && (
            <path
              className={marks.target}
              d={`M${scale.left} ${yOf(scale, target.value)}H${width - scale.right}`}
            />
          )}
          {withBefore && <path className={marks.before} d={pathOf(scale, before)} />}
          <path className={marks.now} d={pathOf(scale, finished)} />
          <path className={marks.unfinished} d={pathOf(scale, unfinished)} />
          {chosen !== null && at && <Chosen scale={scale} index={chosen} point={at} />}
        </svg>
        {points.length > 1 && (
          <input
            type="range"
            className={sliderClass}
            style={{ left: scale.left - 8, width: width - scale.left - scale.right + 16 }}
            aria-label={t`${title}, by ${place.toLowerCase()}`}
            aria-valuetext={sayPoint(points[chosen ?? points.length - 1] as LinePoint)}
            min={0}
            max={points.length - 1}
            value={chosen ?? points.length - 1}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
            onFocus={() => setChosen((before) => before ?? points.length - 1)}
            onBlur={() => setChosen(null)}
            onPointerMove={(event) => {
              const { left } = event.currentTarget.getBoundingClientRect()
              setChosen(nearest(scale, event.clientX - left + scale.left - 8))
            }}
          />
        )}
      </div>
    </>
  )
}

function Grid({
  scale,
  grid,
  say,
}: {
  scale: Scale
  grid: readonly number[]
  say: (value: number) => string
}) {
  return grid.map((value) => (
    <g key={value}>
      <line
        className={value === 0 ? marks.ground : marks.grid}
        x1={scale.left}
        x2={scale.width - scale.right}
        y1={yOf(scale, value)}
        y2={yOf(scale, value)}
      />
      <text className="chart-text" x={scale.left - 8} y={yOf(scale, value)} textAnchor="end" dy="0.35em">
        {say(value)}
      </text>
    </g>
  ))
}

function Places({ scale, points }: { scale: Scale; points: readonly LinePoint[] }) {
  const step = everyNth(points.length, scale.width - scale.left - scale.right, 64)
  return points.map(({ key, short }, index) => {
    if (index % step !== 0) return null
    const x = xOf(scale, index)
    const anchor = x > scale.width - 30 ? 'end' : x < 30 ? 'start' : 'middle'
    return (
      <text key={key} className="chart-text" x={x} y={scale.height - 8} textAnchor={anchor}>
        {short}
      </text>
    )
  })
}

function Chosen({
  scale,
  index,
  point: { value, before },
}: {
  scale: Scale
  index: number
  point: LinePoint
}) {
  const x = xOf(scale, index)
  return (
    <g>
      <line className={marks.cursor} x1={x} x2={x} y1={scale.top} y2={scale.height - scale.bottom} />
      {before !== null && <circle className={marks.dotBefore} cx={x} cy={yOf(scale, before)} r="3.5" />}
      {value !== null && <circle className={marks.dot} cx={x} cy={yOf(scale, value)} r="4.5" />}
    </g>
  )
}

export function LineKey({ line, children }: { line: string; children: ReactNode }) {
  return (
    <Key height={8} name={children}>
      <path className={line} d="M0 4h28" />
    </Key>
  )
}
