import css from './result-drawing.module.css'

const rows = [
  { y: 34, at: 88 },
  { y: 58, at: 112 },
  { y: 82, at: 80 },
]

/** A phone with three values, each a mark on the bar of its range. */
export function ResultDrawing() {
  return (
    <svg className={css.drawing} viewBox="0 0 160 120" aria-hidden="true">
      <circle className={css.soft} cx="80" cy="60" r="50" />
      <rect className={css.phone} x="48" y="8" width="64" height="104" rx="10" />
      {rows.map(({ y, at }) => (
        <g key={y}>
          <path className={css.faint} d={`M58 ${y - 8}h18`} />
          <path className={css.track} d={`M58 ${y}h44`} />
          <path className={css.usual} d={`M66 ${y}h28`} />
          <circle className={at > 94 ? css.out : css.in} cx={at > 94 ? 99 : at} cy={y} r="3.6" />
        </g>
      ))}
      <path d="M74 102h12" />
    </svg>
  )
}
