const rows = [
  { y: 34, at: 88 },
  { y: 58, at: 112 },
  { y: 82, at: 80 },
]

/** A phone with three values, each a mark on the bar of its range. */
export function ResultDrawing() {
  return (
    <svg
      className="block h-auto w-full fill-none stroke-2 stroke-ink [stroke-linecap:round]"
      viewBox="0 0 160 120"
      aria-hidden="true"
    >
      <circle className="fill-vial-soft stroke-none" cx="80" cy="60" r="50" />
      <rect className="fill-card" x="48" y="8" width="64" height="104" rx="10" />
      {rows.map(({ y, at }) => (
        <g key={y}>
          <path className="stroke-line-strong" d={`M58 ${y - 8}h18`} />
          <path className="stroke-4 stroke-line" d={`M58 ${y}h44`} />
          <path
            className="stroke-4 stroke-[color-mix(in_srgb,var(--leaf)_45%,var(--card))]"
            d={`M66 ${y}h28`}
          />
          <circle
            className={at > 94 ? 'fill-agar stroke-card' : 'fill-leaf stroke-card'}
            cx={at > 94 ? 99 : at}
            cy={y}
            r="3.6"
          />
        </g>
      ))}
      <path d="M74 102h12" />
    </svg>
  )
}
