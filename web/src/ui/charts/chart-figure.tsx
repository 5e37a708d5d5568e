import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'

export type ChartTable = {
  /** The first names the rows. */
  headers: readonly string[]
  /** `lead`: the name as a way to what is behind the row, once the table is seen. */
  rows: readonly { key: string; cells: readonly string[]; lead?: ReactNode }[]
}

/**
 * A drawing with its caption and the same in numbers: seen instead of it on demand, always there for screen readers and
 * on paper.
 */
export function ChartFigure({
  title,
  about,
  table,
  legend,
  children,
}: {
  title: string
  /** What there is to see, in a sentence. */
  about?: ReactNode
  table: ChartTable
  legend?: ReactNode
  children: ReactNode
}) {
  const [asTable, setAsTable] = useState(false)
  const titleId = useId()
  return (
    <figure className="relative min-w-0 print:break-inside-avoid" aria-labelledby={titleId}>
      <figcaption className="flex flex-wrap items-start gap-x-3">
        <h3 id={titleId} className="flex-1 text-m tracking-normal">
          {title}
        </h3>
        <button
          type="button"
          className="-my-3 -me-2 min-h-target flex-none px-2 text-s text-vial underline underline-offset-[0.2em] aria-pressed:font-600 aria-pressed:decoration-2 print:hidden"
          aria-pressed={asTable}
          onClick={() => setAsTable((before) => !before)}
        >
          <Trans>
            Show as table
            <span className="visually-hidden">: {title}</span>
          </Trans>
        </button>
        {about && <p className="hint mt-1 max-w-[64ch] basis-full">{about}</p>}
      </figcaption>
      <div className={classNames('mt-3', asTable && 'hidden print:block')}>
        {children}
        {legend && <div className="hint mt-2 flex flex-wrap gap-x-4 gap-y-1">{legend}</div>}
      </div>
      <div
        className={classNames(
          'mt-4',
          !asTable && 'sr-only print:static print:size-auto print:overflow-visible print:[clip-path:none]',
        )}
      >
        <PlainTable caption={title} table={table} leading={asTable} />
      </div>
    </figure>
  )
}

/** Unless it is `leading`, it may be unseen, and what takes the focus must be seen. */
function PlainTable({
  caption,
  table: { headers, rows },
  leading,
}: {
  caption: string
  table: ChartTable
  leading: boolean
}) {
  return (
    <table className="chart-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {headers.map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...values], lead }) => (
          <tr key={key}>
            <th scope="row">{(leading && lead) || name}</th>
            {values.map((value, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move.
              <td key={index}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A figure whose drawing is in the cells of a table with its numbers. It needs no second table. */
export function DrawnTable({
  title,
  about,
  className,
  below,
  children,
}: {
  title: string
  about?: ReactNode
  className: string
  /** The legend. */
  below?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <figure className="relative min-w-0 print:break-inside-avoid" aria-labelledby={titleId}>
      <figcaption>
        <h3 id={titleId} className="text-m tracking-normal">
          {title}
        </h3>
        {about && <p className="hint mt-1 max-w-[64ch] basis-full">{about}</p>}
      </figcaption>
      <table className={className}>
        <caption className="visually-hidden">{title}</caption>
        {children}
      </table>
      {below && <div className="hint mt-2 flex flex-wrap gap-x-4 gap-y-1">{below}</div>}
    </figure>
  )
}

/** What a mark of a drawing means: the mark, 28 pixels wide, and its name. */
export function Key({
  height = 12,
  name,
  children,
}: {
  height?: number
  name: ReactNode
  children: ReactNode
}) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg width="28" height={height} aria-hidden="true">
        {children}
      </svg>
      {name}
    </span>
  )
}

/** What a drawing has no numbers for yet. */
export function ChartEmpty({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <figure className="relative min-w-0 print:break-inside-avoid" aria-labelledby={titleId}>
      <h3 id={titleId} className="text-m tracking-normal">
        {title}
      </h3>
      <p className="mt-3 rounded border border-dashed px-4 py-6 text-ink-soft">{children}</p>
    </figure>
  )
}
