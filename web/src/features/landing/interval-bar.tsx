const width = 200

/** Where a value lies: the usual range takes the middle 60 %, the mark stands at the value, inside or out. */
export function IntervalBar({ low, high, at }: { low: number; high: number; at: number }) {
  const share = (at - low) / (high - low)
  const x = Math.min(0.97, Math.max(0.03, 0.2 + share * 0.6)) * width
  const inside = at >= low && at <= high
  return (
    <svg className="block w-full overflow-visible" viewBox={`0 0 ${width} 30`} aria-hidden="true">
      <rect className="fill-sunk" x="0" y="4" width={width} height="8" rx="4" />
      <rect className="fill-leaf opacity-35" x={width * 0.2} y="4" width={width * 0.6} height="8" />
      <circle
        className={inside ? 'fill-leaf stroke-[2.5] stroke-card' : 'fill-agar stroke-[2.5] stroke-card'}
        cx={x}
        cy="8"
        r="6.5"
      />
      <text
        className="fill-ink-soft font-500 text-[11px] tabular-nums"
        x={width * 0.2}
        y="27"
        textAnchor="middle"
      >
        {low}
      </text>
      <text
        className="fill-ink-soft font-500 text-[11px] tabular-nums"
        x={width * 0.8}
        y="27"
        textAnchor="middle"
      >
        {high}
      </text>
    </svg>
  )
}
