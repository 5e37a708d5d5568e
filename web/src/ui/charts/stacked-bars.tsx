import { type ReactNode, useId } from 'react'
import { ChartFigure } from './chart-figure.tsx'
import { marks } from './marks.ts'
import { PartKeys, PartPatterns, partFill } from './part-patterns.tsx'

export type Stack = {
  key: string
  /** As it is said, and as it stands at the bar: a word, or a link to what is behind it. */
  name: string
  label?: ReactNode
  /** One for each part; null where nothing is known. */
  parts: readonly (number | null)[]
  total: string
}

/** Bars of the same parts in the same order, told apart by colour and by pattern. At most five parts. */
export function StackedBars({
  title,
  about,
  nameOf,
  partNames,
  stacks,
  say,
  totalName,
}: {
  title: string
  about?: ReactNode
  /** What the bars are: "Test". */
  nameOf: string
  partNames: readonly string[]
  stacks: readonly Stack[]
  say: (value: number | null) => string
  totalName: string
}) {
  const id = useId()
  const sums = stacks.map((stack) => stack.parts.reduce<number>((sum, part) => sum + (part ?? 0), 0))
  const most = Math.max(...sums, 0)
  return (
    <ChartFigure
      title={title}
      about={about}
      table={{
        headers: [nameOf, ...partNames, totalName],
        rows: stacks.map((stack) => ({
          key: stack.key,
          lead: stack.label,
          cells: [stack.name, ...stack.parts.map(say), stack.total],
        })),
      }}
      legend={<PartKeys id={id} names={partNames} />}
    >
      <PartPatterns id={id} />
      <ul className="stack gap-2 text-s">
        {stacks.map((stack, row) => (
          <li
            key={stack.key}
            className="grid grid-cols-[minmax(0,30%)_minmax(0,1fr)_9ch] items-center gap-3 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-y-0.5"
          >
            <span className="wrap-anywhere">{stack.label ?? stack.name}</span>
            <svg
              className="block overflow-visible max-sm:[grid-area:2/1/auto/-1]"
              width="100%"
              height="24"
              aria-hidden="true"
            >
              <Segments id={id} stack={stack} most={most} />
            </svg>
            <span className="whitespace-nowrap text-end font-600 tabular-nums">
              {sums[row] === 0 ? '–' : stack.total}
            </span>
          </li>
        ))}
      </ul>
    </ChartFigure>
  )
}

function Segments({ id, stack, most }: { id: string; stack: Stack; most: number }) {
  let from = 0
  return stack.parts.map((part, index) => {
    const start = from
    from += part ?? 0
    if (!part || most === 0) return null
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts are always the same.
        key={index}
        className={marks.segment}
        fill={partFill(id, index)}
        x={`${(start / most) * 100}%`}
        width={`${(part / most) * 100}%`}
        y="1"
        height="22"
      />
    )
  })
}
