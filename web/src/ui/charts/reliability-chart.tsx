import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useWidth } from '../use-size.ts'
import { ChartFigure, Key } from './chart-figure.tsx'
import { type Scale, yOf } from './chart-scale.ts'
import { marks, overClass, sliderClass } from './marks.ts'

export type ReliabilityPoint = {
  key: string
  name: string
  /** Shares from 0 to 1: the intended one, the observed one, and the ends of its confidence interval. */
  nominal: number
  observed: number
  least: number
  most: number
  count: number
  /** Draws the point as a square, which `names.other` explains. */
  other?: boolean
}

const grid = [0, 0.25, 0.5, 0.75, 1]
const percent = (share: number) => `${Math.round(share * 100)} %`

/**
 * Observed shares against intended ones: on the diagonal, both are equal. Each point has its confidence interval. A slider over
 * the drawing selects a point, as in a line chart.
 */
export function ReliabilityChart({
  title,
  about,
  points,
  names,
  headers,
}: {
  title: string
  about: string
  points: readonly ReliabilityPoint[]
  names: { x: string; y: string; diagonal: string; point: string; other: string; interval: string }
  /** The headers of the table: the name, the intended share, the observed one, its interval, the count. */
  headers: readonly [string, string, string, string, string]
}) {
  const [ref, room] = useWidth<HTMLDivElement>()
  const [chosen, setChosen] = useState<number | null>(null)
  const width = Math.min(room, 560)
  const scale: Scale = {
    width,
    height: Math.max(260, Math.round(width * 0.62)),
    left: 64,
    right: 24,
    top: 16,
    bottom: 48,
    most: 1,
    count: points.length,
  }
  const span = width - scale.left - scale.right
  const x = (share: number) => scale.left + share * span
  const y = (share: number) => yOf(scale, share)
  const ground = scale.height - scale.bottom
  const last = points.length - 1
  const at = chosen === null ? undefined : points[chosen]
  const say = ({ name, nominal, observed, least, most, count }: ReliabilityPoint) =>
    t`${name}: intended ${percent(nominal)}, observed ${percent(observed)} (${percent(least)} to ${percent(most)}) of ${count}`
  return (
    <ChartFigure
      title={title}
      about={about}
      table={{
        headers,
        rows: points.map(({ key, name, nominal, observed, least, most, count }) => ({
          key,
          cells: [
            name,
            percent(nominal),
            percent(observed),
            `${percent(least)} – ${percent(most)}`,
            String(count),
          ],
        })),
      }}
      legend={
        <>
          <Key height={14} name={names.point}>
            <Mark x={14} y={7} />
          </Key>
          {points.some(({ other }) => other) && (
            <Key height={14} name={names.other}>
              <Mark x={14} y={7} other />
            </Key>
          )}
          <Key height={14} name={names.interval}>
            <path className={marks.interval} d="M14 1V13m-6 0h12M8 1h12" />
          </Key>
          <Key height={14} name={names.diagonal}>
            <path className={marks.diagonal} d="M0 7h28" />
          </Key>
        </>
      }
    >
      <p className="min-h-[1.5em] font-600 text-s tabular-nums print:hidden" aria-hidden="true">
        {at ? say(at) : '\u00a0'}
      </p>
      <div ref={ref}>
        <div className={overClass} style={{ width }} onPointerLeave={() => setChosen(null)}>
          <svg
            width={width}
            height={scale.height}
            viewBox={`0 0 ${width} ${scale.height}`}
            aria-hidden="true"
            className="block print:h-auto print:w-full"
          >
            {grid.map((share) => (
              <g key={share}>
                <path
                  className={share === 0 ? marks.ground : marks.grid}
                  d={`M${scale.left} ${y(share)}H${width - scale.right}`}
                />
                <path
                  className={share === 0 ? marks.ground : marks.grid}
                  d={`M${x(share)} ${scale.top}V${ground}`}
                />
                <text className="chart-text" x={scale.left - 8} y={y(share)} textAnchor="end" dy="0.35em">
                  {percent(share)}
                </text>
                <text className="chart-text" x={x(share)} y={ground + 18} textAnchor="middle">
                  {percent(share)}
                </text>
              </g>
            ))}
            <text
              className="fill-ink-soft text-xs"
              x={scale.left + span / 2}
              y={scale.height - 6}
              textAnchor="middle"
            >
              {names.x}
            </text>
            <text
              className="fill-ink-soft text-xs"
              transform={`translate(13 ${(scale.top + ground) / 2}) rotate(-90)`}
              textAnchor="middle"
            >
              {names.y}
            </text>
            <path className={marks.diagonal} d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} />
            {points.map((point, index) => (
              <g key={point.key} data-chosen={index === chosen || undefined} className="group">
                <path
                  className={marks.interval}
                  d={`M${x(point.nominal)} ${y(point.least)}V${y(point.most)}m-6 0h12M${x(point.nominal) - 6} ${y(point.least)}h12`}
                />
                <Mark x={x(point.nominal)} y={y(point.observed)} other={point.other} />
              </g>
            ))}
          </svg>
          {last > 0 && (
            <input
              type="range"
              className={sliderClass}
              style={{ left: scale.left - 8, width: span + 16 }}
              aria-label={t`${title}, point by point`}
              aria-valuetext={say(points[chosen ?? last] as ReliabilityPoint)}
              min={0}
              max={last}
              value={chosen ?? last}
              onChange={(event) => setChosen(Number(event.currentTarget.value))}
              onFocus={() => setChosen((before) => before ?? last)}
              onBlur={() => setChosen(null)}
              onPointerMove={(event) => {
                const { left } = event.currentTarget.getBoundingClientRect()
                setChosen(nearestTo(points, (event.clientX - left - 8) / span))
              }}
            />
          )}
        </div>
      </div>
    </ChartFigure>
  )
}

/** A round or square mark, so that the two kinds differ without colour. */
function Mark({ x, y, other = false }: { x: number; y: number; other?: boolean | undefined }) {
  return other ? (
    <rect className={marks.dotOther} x={x - 5} y={y - 5} width="10" height="10" />
  ) : (
    <circle className={marks.dot} cx={x} cy={y} r="5" />
  )
}

function nearestTo(points: readonly ReliabilityPoint[], share: number): number {
  const away = points.map(({ nominal }) => Math.abs(nominal - share))
  return away.indexOf(Math.min(...away))
}
