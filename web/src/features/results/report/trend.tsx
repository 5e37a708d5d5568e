import type { Trend as TrendData } from '#contract/trends.ts'
import { dayOf, sayDay, timeOf } from '../../../lib/times.ts'
import { useNow } from '../../../ui/use-now.ts'
import { plainFlag, plainRange } from './plain-words.ts'
import css from './trend.module.css'
import { sayTrend, shapeOf } from './trend-shape.ts'

const small = { width: 96, height: 28, edge: 5 }
const large = { width: 480, height: 150, edge: 14 }

/** How a value has changed: a line to glance at, and behind it the drawing and every number. */
export function Trend({ trend, zone }: { trend: TrendData; zone: string }) {
  const now = useNow()
  const { points } = trend
  const day = (at: string) => sayDay(dayOf(at, zone), dayOf(now, zone))
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return null
  const oneDay = day(first.at) === day(last.at)
  const end = (at: string) => (oneDay ? timeOf(at, zone) : day(at))
  return (
    <details className={css.trend}>
      <summary className={css.summary}>
        <svg className={css.small} viewBox={`0 0 ${small.width} ${small.height}`} aria-hidden="true">
          <Shapes trend={trend} size={small} />
        </svg>
        <span>Over time, {points.length} measurements</span>
      </summary>
      <div className={css.open}>
        <figure className={css.figure}>
          <svg
            className={css.large}
            viewBox={`0 0 ${large.width} ${large.height}`}
            role="img"
            aria-label={sayTrend(trend, day)}
          >
            <Shapes trend={trend} size={large} />
          </svg>
          <figcaption className={css.ends} aria-hidden="true">
            <span>{end(first.at)}</span>
            <span>{end(last.at)}</span>
          </figcaption>
        </figure>
        <table className={css.table}>
          <caption className="visually-hidden">{trend.name} over time, latest first</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Value</th>
              <th scope="col">Usual</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <tr key={point.at} aria-current={point.here || undefined}>
                <th scope="row">
                  {day(point.at)} {timeOf(point.at, zone)}
                  {point.here && <span className={css.here}> (this visit)</span>}
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

/** Dots joined by a line, over the usual range. One that lies outside is a square: never colour alone. */
function Shapes({ trend, size }: { trend: TrendData; size: typeof small }) {
  const { dots, bands } = shapeOf(trend.points, size)
  const dot = size.edge * 0.4
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
