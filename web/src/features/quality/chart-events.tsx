// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: lines and letters of a drawing take no focus.
import { t } from '@lingui/core/macro'
import type { InstrumentMark } from '#contract/instrument-care.ts'
import type { ControlValue } from '#contract/quality.ts'
import { exactly } from '../../lib/times.ts'
import { type Frame, xOf } from './chart-geometry.ts'

/** Reagent lots and calibrations of the analysers that measured the values, as marks on a control chart. */

/** The marks between the first value of the chart and now, of analysers whose values the chart shows. Values: oldest first. */
export function marksAmong(
  marks: readonly InstrumentMark[],
  values: readonly ControlValue[],
): { mark: InstrumentMark; before: number }[] {
  const [first] = values
  const instruments = new Set(values.map(({ instrument }) => instrument))
  return marks.flatMap((mark) => {
    if (!first || mark.at < first.at || !instruments.has(mark.instrument)) return []
    const index = values.findIndex(({ at }) => at >= mark.at)
    return [{ mark, before: index < 0 ? values.length : index }]
  })
}

type Placed = ReturnType<typeof marksAmong>[number]

const letterOf = ({ kind }: InstrumentMark) => (kind === 'lot' ? t`L` : t`C`)

/** A line before the first value that was measured after each event, with its letter. */
export function EventLines({
  frame,
  placed,
  count,
}: {
  frame: Frame
  placed: readonly Placed[]
  count: number
}) {
  return (
    <g aria-hidden="true">
      {placed.map(({ mark, before }) => {
        const x = (xOf(frame, before - 1, count) + xOf(frame, before, count)) / 2
        return (
          <g key={mark.id}>
            <line
              className="stroke-[1.5] stroke-vial [stroke-dasharray:2_3]"
              x1={x}
              x2={x}
              y1={frame.top}
              y2={frame.height - frame.bottom}
            />
            <text className="chart-text font-650" x={x} y={frame.top - 5} textAnchor="middle">
              {letterOf(mark)}
            </text>
          </g>
        )
      })}
    </g>
  )
}

const say = ({ kind, lot, item, instrument }: InstrumentMark) => {
  if (kind === 'lot' && item !== '') return t`new reagent lot ${lot} of ${item}, ${instrument}`
  if (kind === 'lot') return t`new reagent lot ${lot}, ${instrument}`
  return lot === '' ? t`calibration, ${instrument}` : t`calibration with lot ${lot}, ${instrument}`
}

/** What the letters on the chart stand for. */
export function EventList({ placed, zone }: { placed: readonly Placed[]; zone: string }) {
  if (placed.length === 0) return null
  return (
    <ul className="hint mt-2" aria-label={t`Lots and calibrations on the chart`}>
      {placed.map(({ mark }) => (
        <li key={mark.id}>
          <strong>{letterOf(mark)}</strong> {exactly(mark.at, zone)}: {say(mark)}
        </li>
      ))}
    </ul>
  )
}
