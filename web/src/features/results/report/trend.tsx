import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Trend as TrendData } from '#contract/trends.ts'
import { dayOf, sayDay, shortDay, timeOf } from '../../../lib/times.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useWidth } from '../../../ui/use-size.ts'
import { plainFlag, plainRange } from './plain-words.ts'
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
    <details className="col-span-full" open={open}>
      <summary className="tap cursor-pointer gap-3 font-550 text-s text-vial hover:underline">
        <TrendLine trend={trend} />
        <span>
          <span className="visually-hidden">{trend.name}: </span>
          <Trans>Over time, {points.length} measurements</Trans>
        </span>
      </summary>
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-x-6 gap-y-4 pt-2 pb-3 max-md:grid-cols-1">
        <Drawing trend={trend} zone={zone} label={sayTrend(trend, day)} />
        <table className="plain-table w-full text-s [&_:is(th,td)]:border-t [&_:is(th,td)]:py-2 [&_:is(th,td)]:font-400 [&_thead]:text-ink-soft [&_thead_th]:border-t-0">
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
                    <span className="block text-ink-soft">
                      {' '}
                      <Trans>(this visit)</Trans>
                    </span>
                  )}
                </th>
                <td>
                  <strong className="figures">{point.value}</strong> {trend.unit}
                  {point.flag !== '' && <span className="block text-ink-soft">{plainFlag(point)}</span>}
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
    <svg className="h-7 w-24" viewBox={`0 0 ${small.width} ${small.height}`} aria-hidden="true">
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
    <figure>
      <figcaption className="hint">
        {[name, unit].filter(Boolean).join(', ')}
        {shape.bands.length > 0 && <> ({t`shaded: the usual range`})</>}
      </figcaption>
      <div ref={ref}>
        <svg
          className="block"
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={label}
        >
          {shape.grid.map(({ y, text }) => (
            <g key={text}>
              <line className="stroke-line" x1={34} x2={width} y1={y} y2={y} />
              <text className="fill-ink-soft text-xs tabular-nums" x={28} y={y} dy="0.35em" textAnchor="end">
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
                  <text
                    className={
                      here ? 'fill-ink font-700 text-xs tabular-nums' : 'fill-ink text-xs tabular-nums'
                    }
                    x={x}
                    y={y - 10}
                    textAnchor="middle"
                  >
                    {value}
                  </text>
                )}
                {days.has(index) && (
                  <text
                    className="fill-ink-soft text-xs tabular-nums"
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
        <rect key={band.x} className="fill-leaf opacity-22" {...band} />
      ))}
      <polyline
        className="fill-none stroke-[1.75] stroke-ink-soft [stroke-linejoin:round]"
        points={dots.map(({ x, y }) => `${x},${y}`).join(' ')}
      />
      {dots.map(({ x, y, outside }) =>
        outside ? (
          <rect
            key={`${x} ${y}`}
            className="fill-agar stroke-agar-ink"
            x={x - dot}
            y={y - dot}
            width={dot * 2}
            height={dot * 2}
          />
        ) : (
          <circle key={`${x} ${y}`} className="fill-leaf" cx={x} cy={y} r={dot} />
        ),
      )}
    </>
  )
}
