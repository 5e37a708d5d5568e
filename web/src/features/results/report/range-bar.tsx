import { placeIn, usualPart } from '#contract/interval-place.ts'

const width = 200

/**
 * Where a value lies beside its interval. One open end: the usual part reaches to that edge. One that nobody has
 * confirmed is drawn in outline. A value outside is a square: never colour alone.
 */
export function RangeBar({
  low,
  high,
  at,
  unconfirmed = false,
}: {
  low: number | null
  high: number | null
  at: number
  unconfirmed?: boolean
}) {
  const [from, to] = usualPart(low, high)
  const inside = at >= (low ?? Number.NEGATIVE_INFINITY) && at <= (high ?? Number.POSITIVE_INFINITY)
  const place = placeOf(at, low, high) * width
  return (
    <svg className="block w-full max-w-60" viewBox={`0 0 ${width} 16`} aria-hidden="true">
      <rect className="fill-line" x="0" y="4" width={width} height="8" rx="4" />
      <rect
        className={unconfirmed ? 'fill-card stroke-leaf [stroke-dasharray:4_3]' : 'fill-leaf opacity-50'}
        x={from * width}
        y="4"
        width={(to - from) * width}
        height="8"
        rx="2"
      />
      {inside ? (
        <circle className="fill-leaf stroke-[2.5] stroke-card" cx={place} cy="8" r="6.5" />
      ) : (
        <rect
          className="fill-agar stroke-[2.5] stroke-card"
          x={place - 6}
          y="2"
          width="12"
          height="12"
          rx="1"
        />
      )}
    </svg>
  )
}

/** The share of the bar's width at which a value stands, never over its edge. */
export const placeOf = (at: number, low: number | null, high: number | null): number =>
  Math.min(0.96, Math.max(0.04, placeIn(at, low, high)))
