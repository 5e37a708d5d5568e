import { pathOf, type Scale, xOf, yOf } from './chart-scale.ts'
import { marks } from './marks.ts'

/** The shape of a history beside its figure. The numbers stand in the drawing that the figure leads to. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const [width, height] = [96, 28]
  const most = Math.max(...known, 0)
  const scale: Scale = {
    width,
    height,
    left: 2,
    right: 4,
    top: 4,
    bottom: 4,
    most: most || 1,
    count: values.length,
  }
  const last = values.findLastIndex((value) => value !== null)
  return (
    <svg
      className="block"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <path className={marks.spark} d={pathOf(scale, values)} />
      <circle className={marks.dot} cx={xOf(scale, last)} cy={yOf(scale, values[last] ?? 0)} r="2.5" />
    </svg>
  )
}
