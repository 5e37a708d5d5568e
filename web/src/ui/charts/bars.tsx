import type { ReactNode } from 'react'
import { DrawnTable, Key } from './chart-figure.tsx'
import { marks } from './marks.ts'

export type Bar = {
  key: string
  /** A word, or a link to what is behind it. */
  label: ReactNode
  value: number | null
  said: string
  /** Of the period before: a mark on the bar. */
  before?: number | null
  /** More about this one, in the last column. */
  more?: ReactNode
  /** Beyond its target. */
  beyond?: boolean
}

/** Bars beside their numbers: a table that draws, so that it needs no second one. The target is a line across. */
export function Bars({
  title,
  about,
  headers,
  bars,
  most,
  target,
  beforeName,
}: {
  title: string
  about?: ReactNode
  /** Of the names, the values and what more is said. */
  headers: readonly [name: string, value: string, more?: string]
  bars: readonly Bar[]
  /** The value of a full bar; the largest one's when left out. */
  most?: number | undefined
  target?: { value: number; name: string } | undefined
  /** What the mark on the bars is; none when left out. */
  beforeName?: string | undefined
}) {
  const [name, value, more] = headers
  const top = Math.max(
    most ?? 0,
    target?.value ?? 0,
    ...bars.flatMap((bar) => [bar.value ?? 0, bar.before ?? 0]),
  )
  const withBefore = beforeName !== undefined && bars.some(({ before }) => typeof before === 'number')
  return (
    <DrawnTable
      title={title}
      about={about}
      className="chart-table chart-bars"
      below={
        (target || withBefore) && (
          <>
            {withBefore && (
              <Key name={beforeName}>
                <circle className={marks.dotBefore} cx="14" cy="6" r="4" />
              </Key>
            )}
            {target && (
              <Key name={target.name}>
                <path className={marks.targetMark} d="M14 0v12" />
              </Key>
            )}
          </>
        )
      }
    >
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <td />
          <th scope="col">{value}</th>
          {more && <th scope="col">{more}</th>}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.key}>
            <th scope="row">{bar.label}</th>
            <td className="w-[40%] max-sm:w-[26%]">
              <BarDrawing bar={bar} top={top} target={target?.value} withBefore={withBefore} />
            </td>
            <td className="whitespace-nowrap font-600 tabular-nums">{bar.said}</td>
            {more && <td className="whitespace-nowrap text-ink-soft">{bar.more}</td>}
          </tr>
        ))}
      </tbody>
    </DrawnTable>
  )
}

function BarDrawing({
  bar: { value, before, beyond },
  top,
  target,
  withBefore,
}: {
  bar: Bar
  top: number
  target: number | undefined
  withBefore: boolean
}) {
  const share = (of: number) => `${top > 0 ? Math.min(100, (of / top) * 100) : 0}%`
  return (
    <svg className="block overflow-visible" aria-hidden="true" width="100%" height="16">
      <rect className="fill-sunk" width="100%" y="2" height="12" rx="2" />
      <rect
        className={beyond ? 'fill-carmine' : 'fill-vial forced-colors:fill-[Highlight]'}
        width={share(value ?? 0)}
        y="2"
        height="12"
        rx="2"
      />
      {target !== undefined && (
        <line className={marks.targetMark} x1={share(target)} x2={share(target)} y1="0" y2="16" />
      )}
      {withBefore && typeof before === 'number' && (
        <circle className={marks.dotBefore} cx={share(before)} cy="8" r="4" />
      )}
    </svg>
  )
}
