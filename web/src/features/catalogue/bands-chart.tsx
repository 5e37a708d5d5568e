import type { Preview } from '#contract/catalogue.ts'
import type { Band } from '#contract/interval-rules.ts'
import css from './bands-chart.module.css'
import { domainOf, type Panel, panelsOf, placeOfAge } from './bands-picture.ts'
import { sayAges, sayLimit, sayLimits } from './interval-words.ts'

const size = { width: 340, height: 190, left: 44, right: 10, top: 12, bottom: 30 }
const inside = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom }

const xOf = (age: number) => size.left + placeOfAge(age) * inside.width

/**
 * The bands over age: what is normal as a surface, critical limits as lines, ages without a band hatched. Beside each
 * band stands the middle 95 % of what was measured here, once there is enough of it.
 */
export function BandsChart({
  ranges,
  decimals,
  measured,
}: {
  ranges: readonly Band[]
  decimals: number | null
  /** What was measured in each band, in their order. */
  measured: Preview['bands'] | undefined
}) {
  const spreads = measured?.flatMap(({ spread }) => (spread ? [spread.p2_5, spread.p97_5] : [])) ?? []
  const limits = ranges.flatMap(({ low, high, criticalLow, criticalHigh }) =>
    [low, high, criticalLow, criticalHigh].filter((limit) => limit !== undefined),
  )
  const domain = domainOf([...limits, ...spreads])
  const panels = panelsOf(ranges)
  if (!domain || panels.length === 0) return null
  const yOf = (value: number) =>
    size.top + (1 - (value - domain.bottom) / (domain.top - domain.bottom)) * inside.height
  return (
    <figure className={css.figure}>
      <div className={css.panels}>
        {panels.map((panel, at) => (
          <div key={panel.title} className={css.panel}>
            <h3 className={css.title}>{panel.title}</h3>
            <svg
              viewBox={`0 0 ${size.width} ${size.height}`}
              role="img"
              aria-label={inWords(panel, ranges, decimals)}
            >
              {at === 0 && <Hatching />}
              <Values limits={limits} decimals={decimals} yOf={yOf} />
              {panel.spans.map(({ index }) => (
                <BandShape
                  key={index}
                  band={ranges[index]}
                  spread={measured?.[index]?.spread ?? null}
                  yOf={yOf}
                />
              ))}
              {panel.gaps.map((gap) => (
                <Bad key={`gap ${gap.from}`} {...gap} label="no band" fill={`url(#${hatching})`} />
              ))}
              {panel.overlaps.map((overlap) => (
                <Bad key={`twice ${overlap.from}`} {...overlap} label="twice" fill="none" />
              ))}
              <Ages panel={panel} />
            </svg>
          </div>
        ))}
      </div>
      <figcaption className={css.caption}>
        <span>
          <i className={css.normal} /> normal
        </span>
        {limits.length > 0 && ranges.some(hasCritical) && (
          <span>
            <i className={css.criticalKey} /> critical limit
          </span>
        )}
        {spreads.length > 0 && (
          <span>
            <i className={css.spreadKey} /> middle 95 % of what was measured here, and its median
          </span>
        )}
        <span>Ages in years</span>
      </figcaption>
    </figure>
  )
}

const hasCritical = ({ criticalLow, criticalHigh }: Band) =>
  criticalLow !== undefined || criticalHigh !== undefined

function inWords({ title, spans, gaps, overlaps }: Panel, ranges: readonly Band[], decimals: number | null) {
  const bands = spans.map(({ index }) => {
    const band = ranges[index]
    return band ? `${sayAges(band)} ${sayLimits(band, decimals)}` : ''
  })
  return [
    `${title}: ${bands.join('; ')}.`,
    ...gaps.map(({ from, to }) => `No band from ${from} to ${to} years.`),
    ...overlaps.map(({ from, to }) =>
      Number.isFinite(to) ? `Two bands from ${from} to ${to} years.` : `Two bands from ${from} years on.`,
    ),
  ].join(' ')
}

const hatching = 'bands-hatch'

/** Once for all panels. */
function Hatching() {
  return (
    <defs>
      <pattern id={hatching} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v6" className={css.hatch} />
      </pattern>
    </defs>
  )
}

/** The limits on the value axis, as far as they do not stand on each other. */
function Values({
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
          <path className={css.grid} d={`M${size.left} ${yOf(limit)}h${inside.width}`} />
          <text className={css.label} x={size.left - 6} y={yOf(limit) + 4} textAnchor="end">
            {sayLimit(limit, decimals)}
          </text>
        </g>
      ))}
    </>
  )
}

function BandShape({
  band,
  spread,
  yOf,
}: {
  band: Band | undefined
  spread: Preview['bands'][number]['spread']
  yOf: (value: number) => number
}) {
  if (!band) return null
  const [from, to] = [xOf(band.ageMinYears ?? 0), xOf(band.ageMaxYears ?? Number.POSITIVE_INFINITY)]
  const top = band.high === undefined ? size.top : yOf(band.high)
  const bottom = band.low === undefined ? size.height - size.bottom : yOf(band.low)
  const middle = (from + to) / 2
  return (
    <g>
      <rect
        className={css.band}
        x={from}
        y={top}
        width={Math.max(1, to - from)}
        height={Math.max(1, bottom - top)}
      />
      {[band.criticalLow, band.criticalHigh].map(
        (limit) =>
          limit !== undefined && (
            <path key={limit} className={css.critical} d={`M${from} ${yOf(limit)}H${to}`} />
          ),
      )}
      {spread && (
        <g className={css.spread}>
          <path d={`M${middle} ${yOf(spread.p97_5)}V${yOf(spread.p2_5)}`} />
          <path d={`M${middle - 5} ${yOf(spread.p97_5)}h10M${middle - 5} ${yOf(spread.p2_5)}h10`} />
          <circle cx={middle} cy={yOf(spread.median)} r="3.5" />
        </g>
      )}
    </g>
  )
}

function Bad({ from, to, label, fill }: { from: number; to: number; label: string; fill: string }) {
  const [left, right] = [xOf(from), xOf(to)]
  return (
    <g>
      <rect
        className={css.wrong}
        fill={fill}
        x={left}
        y={size.top}
        width={Math.max(2, right - left)}
        height={inside.height}
      />
      <text className={css.bad} x={(left + right) / 2} y={size.top + 12} textAnchor="middle">
        {label}
      </text>
    </g>
  )
}

/** The ages at which something begins or ends. */
function Ages({ panel }: { panel: Panel }) {
  const edges = [...new Set([0, ...panel.spans.flatMap(({ from, to }) => [from, to]), 100])]
    .filter((age) => Number.isFinite(age) && age <= 100)
    .sort((a, b) => a - b)
  const shown: number[] = []
  for (const age of edges) {
    const last = shown.at(-1)
    if (last === undefined || xOf(age) - xOf(last) >= 11) shown.push(age)
  }
  const line = size.height - size.bottom
  return (
    <g>
      <path className={css.axis} d={`M${size.left} ${line}h${inside.width}`} />
      {shown.map((age) => (
        <g key={age}>
          <path className={css.axis} d={`M${xOf(age)} ${line}v4`} />
          <text
            className={css.label}
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
