// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: lines and letters of a drawing take no focus.
// biome-ignore-all lint/a11y/useSemanticElements: inputs cannot stand in a drawing; the pattern is that of a radio group.
import { t } from '@lingui/core/macro'
import type { KeyboardEvent } from 'react'
import type { InstrumentMark } from '#contract/instrument-care.ts'
import type { ControlTarget, ControlValue } from '#contract/quality.ts'
import { dayOf, exactly, sayDay } from '../../lib/times.ts'
import { sayUnit } from '../../lib/units.ts'
import { useNow } from '../../ui/use-now.ts'
import { useWidth } from '../../ui/use-size.ts'
import { EventLines } from './chart-events.tsx'
import { type Frame, frameOf, xOf, yOf } from './chart-geometry.ts'
import { ChartMark, markOf } from './chart-mark.tsx'
import { sayRules, sayValue, sayZ } from './control-words.ts'

const limits = [3, 2, 1, 0, -1, -2, -3]

type ChartProps = {
  target: ControlTarget
  /** Oldest first. */
  values: readonly ControlValue[]
  zone: string
  /** Lots and calibrations of the analysers. */
  marks: readonly { mark: InstrumentMark; before: number }[]
  /** The id of the value that is looked at. */
  chosen: string | null
  onChoose: (id: string) => void
}

/**
 * The chart of Levey and Jennings: values in the order of their measurement, as distances from the target. Arrow keys go
 * from value to value. Each was judged by the target of its day, so it stands by its own distance.
 */
export function LeveyJennings({ target, values, zone, marks, chosen, onChoose }: ChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const frame = frameOf(width)
  const active = values.findIndex(({ id }) => id === chosen)
  const counted = values.flatMap((value, index) => (value.struckOut === null ? [{ value, index }] : []))
  return (
    <div
      ref={ref}
      className="min-w-0 [&_svg]:block print:[&_svg]:h-auto print:[&_svg]:w-full"
      role="radiogroup"
      aria-label={t`Levey-Jennings chart of ${target.name}, ${values.length} values, oldest first`}
      onKeyDown={(event) => moveOn(event, active < 0 ? values.length - 1 : active, values, onChoose)}
    >
      <svg width={width} height={frame.height} viewBox={`0 0 ${width} ${frame.height}`} role="presentation">
        <Grid frame={frame} target={target} />
        <polyline
          className="fill-none stroke-[1.25] stroke-ink-soft"
          aria-hidden="true"
          points={counted
            .map(({ value, index }) => `${xOf(frame, index, values.length)},${yOf(frame, value.z)}`)
            .join(' ')}
        />
        <EventLines frame={frame} placed={marks} count={values.length} />
        <Ends frame={frame} values={values} zone={zone} />
        {values.map((value, index) => (
          <Point
            key={value.id}
            value={value}
            target={target}
            zone={zone}
            x={xOf(frame, index, values.length)}
            y={yOf(frame, value.z)}
            chosen={index === active}
            reachable={active < 0 ? index === values.length - 1 : index === active}
            onChoose={() => onChoose(value.id)}
          />
        ))}
      </svg>
    </div>
  )
}

/** The lines of the mean and of one, two and three standard deviations. */
const limitLines = [
  'stroke-ink stroke-[1.5]',
  'stroke-line-strong [stroke-dasharray:1_5]',
  'stroke-agar-ink [stroke-dasharray:6_4]',
  'stroke-carmine',
]

function Grid({ frame, target }: { frame: Frame; target: ControlTarget }) {
  const end = frame.width - frame.right
  return (
    <g aria-hidden="true">
      {limits.map((limit) => (
        <g key={limit}>
          <line
            className={limitLines[Math.abs(limit)]}
            x1={frame.left}
            x2={end}
            y1={yOf(frame, limit)}
            y2={yOf(frame, limit)}
          />
          <text className="chart-text" x={frame.left - 6} y={yOf(frame, limit)} textAnchor="end" dy="0.35em">
            {limit === 0 ? t`mean` : `${limit > 0 ? '+' : '−'}${Math.abs(limit)} SD`}
          </text>
          <text className="chart-text" x={end + 6} y={yOf(frame, limit)} dy="0.35em">
            {sayLimit(target, limit)}
          </text>
        </g>
      ))}
    </g>
  )
}

/** A limit's value, with one decimal more than results have: limits lie between what can be reported. */
function sayLimit({ mean, sd, decimals }: ControlTarget, limit: number): string {
  return sayValue(Number((mean + limit * sd).toFixed(decimals + 1)), decimals)
}

/** From when to when, under the first and the last value. */
function Ends({ frame, values, zone }: { frame: Frame; values: readonly ControlValue[]; zone: string }) {
  const today = dayOf(useNow(), zone)
  const [first, last] = [values[0], values.at(-1)]
  if (!first || !last) return null
  const y = frame.height - 8
  const days = [first, last].map(({ at }) => sayDay(dayOf(at, zone), today))
  return (
    <g aria-hidden="true">
      <text className="chart-text" x={frame.left} y={y}>
        {days[0]}
      </text>
      {days[1] !== days[0] && (
        <text className="chart-text" x={frame.width - frame.right} y={y} textAnchor="end">
          {days[1]}
        </text>
      )}
    </g>
  )
}

function Point({
  value,
  target,
  zone,
  x,
  y,
  chosen,
  reachable,
  onChoose,
}: {
  value: ControlValue
  target: ControlTarget
  zone: string
  x: number
  y: number
  chosen: boolean
  reachable: boolean
  onChoose: () => void
}) {
  return (
    <g
      role="radio"
      aria-checked={chosen}
      aria-label={sayPoint(value, target, zone)}
      tabIndex={reachable ? 0 : -1}
      data-point={value.id}
      className="group cursor-pointer outline-none"
      transform={`translate(${x} ${y})`}
      onClick={onChoose}
      onFocus={onChoose}
    >
      <rect className="fill-transparent" x="-11" y="-22" width="22" height="44" />
      <ChartMark mark={markOf(value)} chosen={chosen} below={value.z > 3} rules={value.rules} />
    </g>
  )
}

function sayPoint(value: ControlValue, { unit, decimals }: ControlTarget, zone: string): string {
  const said = `${exactly(value.at, zone)}: ${sayValue(value.value, decimals)} ${sayUnit(unit)}, ${sayZ(value.z)}`
  if (value.struckOut) return t`${said}, struck out`
  return value.rules.length > 0 ? t`${said}, breaks ${sayRules(value.rules)}` : t`${said}, in control`
}

function moveOn(
  event: KeyboardEvent<HTMLDivElement>,
  active: number,
  values: readonly ControlValue[],
  onChoose: (id: string) => void,
): void {
  const to: Record<string, number> = {
    ArrowLeft: active - 1,
    ArrowUp: active - 1,
    ArrowRight: active + 1,
    ArrowDown: active + 1,
    Home: 0,
    End: values.length - 1,
    ' ': active,
  }
  const next = values[Math.max(0, Math.min(values.length - 1, to[event.key] ?? -1))]
  if (!(event.key in to) || !next) return
  event.preventDefault()
  onChoose(next.id)
  event.currentTarget.querySelector<SVGGElement>(`[data-point="${next.id}"]`)?.focus()
}
