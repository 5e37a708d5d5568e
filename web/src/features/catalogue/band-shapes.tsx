import type { Preview } from '#contract/catalogue.ts'
import { type Band, beginOf, endOf } from '#contract/interval-rules.ts'
import { type Panel, placeOfAge } from './bands-picture.ts'
import { sayLimit } from './interval-words.ts'

/** What a panel of the drawing is made of. */

/** Of a panel, in the units of its picture. */
export const size = { width: 340, height: 190, left: 44, right: 10, top: 12, bottom: 30 }
const inside = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom }

const xOf = (age: number) => size.left + placeOfAge(age) * inside.width

export const yScale =
  ({ bottom, top }: { bottom: number; top: number }) =>
  (value: number): number =>
    size.top + (1 - (value - bottom) / (top - bottom)) * inside.height

export const hatching = 'bands-hatch'

/** Once for all panels. */
export function Hatching() {
  return (
    <defs>
      <pattern id={hatching} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v6" className="stroke-[1.5] stroke-carmine" />
      </pattern>
    </defs>
  )
}

/** The limits on the value axis, as far as they do not stand on each other. */
export function Values({
  limits,
  decimals,
  yOf,
}: {
  limits: readonly number[]
  decimals: number | null
  yOf: (value: number) => number
}) {
  const shown: number[] = []
  for (const limit of [...new Set(limits)].sort((a, b) => a - b)) {
    if (shown.every((other) => Math.abs(yOf(other) - yOf(limit)) >= 13)) shown.push(limit)
  }
  return (
    <>
      {shown.map((limit) => (
        <g key={limit}>
          <path
            className="fill-none stroke-1 stroke-line"
            d={`M${size.left} ${yOf(limit)}h${inside.width}`}
          />
          <text className="chart-text" x={size.left - 6} y={yOf(limit) + 4} textAnchor="end">
            {sayLimit(limit, decimals)}
          </text>
        </g>
      ))}
    </>
  )
}

export function BandShape({
  band,
  spread,
  yOf,
}: {
  band: Band | undefined
  spread: Preview['bands'][number]['spread']
  yOf: (value: number) => number
}) {
  if (!band) return null
  const [from, to] = [xOf(beginOf(band)), xOf(endOf(band))]
  const top = band.high === undefined ? size.top : yOf(band.high)
  const bottom = band.low === undefined ? size.height - size.bottom : yOf(band.low)
  const middle = (from + to) / 2
  return (
    <g>
      <rect
        className="fill-leaf-soft stroke-[1.5] stroke-leaf"
        x={from}
        y={top}
        width={Math.max(1, to - from)}
        height={Math.max(1, bottom - top)}
      />
      {[band.criticalLow, band.criticalHigh].map(
        (limit) =>
          limit !== undefined && (
            <path
              key={limit}
              className="fill-none stroke-[1.75] stroke-carmine [stroke-dasharray:5_4]"
              d={`M${from} ${yOf(limit)}H${to}`}
            />
          ),
      )}
      {spread && (
        <g className="[&_circle]:fill-sky [&_path]:fill-none [&_path]:stroke-[1.75] [&_path]:stroke-sky">
          <path d={`M${middle} ${yOf(spread.p97_5)}V${yOf(spread.p2_5)}`} />
          <path d={`M${middle - 5} ${yOf(spread.p97_5)}h10M${middle - 5} ${yOf(spread.p2_5)}h10`} />
          <circle cx={middle} cy={yOf(spread.median)} r="3.5" />
        </g>
      )}
    </g>
  )
}

export function Bad({ from, to, label, fill }: { from: number; to: number; label: string; fill: string }) {
  const [left, right] = [xOf(from), xOf(to)]
  return (
    <g>
      <rect
        className="stroke-[1.5] stroke-carmine"
        fill={fill}
        x={left}
        y={size.top}
        width={Math.max(2, right - left)}
        height={inside.height}
      />
      <text
        className="fill-carmine stroke-[4px] stroke-page font-650 text-xs [paint-order:stroke]"
        x={(left + right) / 2}
        y={size.top + 12}
        textAnchor="middle"
      >
        {label}
      </text>
    </g>
  )
}

/** Two numbers stand beside each other when their middles are so far apart. */
const roomFor = (one: number, other: number) => 4 + (String(one).length + String(other).length) * 3.5

/** The ages at which something begins or ends. */
export function Ages({ panel }: { panel: Panel }) {
  const edges = [...new Set([0, ...panel.spans.flatMap(({ from, to }) => [from, to]), 100])]
    .filter((age) => Number.isFinite(age) && age <= 100)
    .sort((a, b) => a - b)
  const shown: number[] = []
  for (const age of edges) {
    const last = shown.at(-1)
    if (last === undefined || xOf(age) - xOf(last) >= roomFor(last, age)) shown.push(age)
  }
  const line = size.height - size.bottom
  return (
    <g>
      <path className="fill-none stroke-1 stroke-line-strong" d={`M${size.left} ${line}h${inside.width}`} />
      {shown.map((age) => (
        <g key={age}>
          <path className="fill-none stroke-1 stroke-line-strong" d={`M${xOf(age)} ${line}v4`} />
          <text
            className="chart-text"
            x={age === 100 ? size.width : xOf(age)}
            y={line + 17}
            textAnchor={age === 100 ? 'end' : 'middle'}
          >
            {age === 100 ? '100+' : age}
          </text>
        </g>
      ))}
    </g>
  )
}
