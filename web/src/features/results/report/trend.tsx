import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Trend as TrendData } from '#contract/trends.ts'
import { dayOf, sayDay, shortDay, timeOf } from '../../../lib/times.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useWidth } from '../../../ui/use-size.ts'
import { plainFlag, plainRange } from './plain-words.ts'
import css from './trend.module.css'
import { named, sayTrend, shapeOf, type TrendShape } from './trend-shape.ts'

const small = { width: 96, height: 28, edge: 5 }

/**
 * How a value has changed: a line to glance at, and behind it the drawing and every number. Renders nothing for a single value.
 */
export function Trend({ trend, zone, open = false }: { trend: TrendData; zone: string; open?: boolean }) {
  const today = dayOf(useNow(), zone)
  const { points } = trend
  const day = (at: string) => sayDay(dayOf(at, zone), today)
  if (points.length < 2) return null
  return (
    <details className={css.trend} open={open}>
      <summary className={css.summary}>
        <TrendLine trend={trend} />
        <span>
          <Trans>Over time, {points.length} measurements</Trans>
        </span>
      </summary>
      <div className={css.open}>
        <Drawing trend={trend} zone={zone} label={sayTrend(trend, day)} />
        <table className={css.table}>
          <caption className="visually-hidden">
            <Trans>{trend.name} over time, latest first</Trans>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans>When</Trans>
              </th>
              <th scope="col">
                <Trans>Value</Trans>
              </th>
              <th scope="col">
                <Trans>Usual</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <tr key={point.at} aria-current={point.here || undefined}>
                <th scope="row">
                  {day(point.at)} {timeOf(point.at, zone)}
                  {point.here && (
                    <span className={css.here}>
                      {' '}
                      <Trans>(this visit)</Trans>
                    </span>
                  )}
                </th>
                <td>
                  <strong className="figures">{point.value}</strong> {trend.unit}
                  {point.flag !== '' && <span className={css.flag}>{plainFlag(point)}</span>}
                </td>
                <td className="figures">{plainRange(point.range) || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** The course of a value as a line without numbers. */
export function TrendLine({ trend }: { trend: TrendData }) {
  return (
    <svg className={css.small} viewBox={`0 0 ${small.width} ${small.height}`} aria-hidden="true">
      <Shapes shape={shapeOf(trend.points, small)} dot={2} />
    </svg>
  )
}

/** With axes, its unit, and as many values and days in words as there is room for. */
function Drawing({
  trend: { name, unit, points },
  zone,
  label,
}: {
  trend: TrendData
  zone: string
  label: string
}) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const height = 180
  const shape = shapeOf(points, { width, height, edge: 22, left: 34, below: 18 })
  const xs = shape.dots.map(({ x }) => x)
  const dates = points.map(({ at }) => dayOf(at, zone))
  const oneYear = new Set(dates.map((date) => date.slice(0, 4))).size === 1
  const [values, days] = [named(xs, 40), named(xs, oneYear ? 56 : 84)]
  return (
    <figure className={css.figure}>
      <figcaption className={css.about}>
        {[name, unit].filter(Boolean).join(', ')}
        {shape.bands.length > 0 && t`. Shaded: the usual range`}
      </figcaption>
      <div ref={ref}>
        <svg
          className={css.large}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={label}
        >
          {shape.grid.map(({ y, text }) => (
            <g key={text}>
              <line className={css.grid} x1={34} x2={width} y1={y} y2={y} />
              <text className={css.axis} x={28} y={y} dy="0.35em" textAnchor="end">
                {text}
              </text>
            </g>
          ))}
          <Shapes shape={shape} dot={5} />
          {points.map(({ at, value, here }, index) => {
            const { x = 0, y = 0 } = shape.dots[index] ?? {}
            return (
              <g key={`${at} ${value}`}>
                {values.has(index) && (
                  <text className={here ? css.valueHere : css.value} x={x} y={y - 10} textAnchor="middle">
                    {value}
                  </text>
                )}
                {days.has(index) && (
                  <text
                    className={css.axis}
                    x={Math.min(x, width - (oneYear ? 22 : 40))}
                    y={height - 6}
                    textAnchor="middle"
                  >
                    {axisDay(dates[index] ?? '', oneYear)}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </div>
    </figure>
  )
}

/** `12 Jun`, and in a trend of several years `12 Jun 2026`. */
const axisDay = (day: string, oneYear: boolean): string =>
  shortDay(day)
    .split(' ')
    .slice(1, oneYear ? 3 : 4)
    .join(' ')

/** Dots joined by a line, over the usual range. One that lies outside is a square: never colour alone. */
function Shapes({ shape: { dots, bands }, dot }: { shape: TrendShape; dot: number }) {
  return (
    <>
      {bands.map((band) => (
        <rect key={band.x} className={css.band} {...band} />
      ))}
      <polyline className={css.line} points={dots.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {dots.map(({ x, y, outside }) =>
        outside ? (
          <rect
            key={`${x} ${y}`}
            className={css.outside}
            x={x - dot}
            y={y - dot}
            width={dot * 2}
            height={dot * 2}
          />
        ) : (
          <circle key={`${x} ${y}`} className={css.inside} cx={x} cy={y} r={dot} />
        ),
      )}
    </>
  )
}
