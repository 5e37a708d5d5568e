import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { type Kind, sayChange } from './change-words.ts'
import css from './figure.module.css'
import { sayCount, sayLasting, sayShare } from './number-words.ts'

const say: Record<Kind, (value: number | null) => string> = {
  count: sayCount,
  minutes: sayLasting,
  share: sayShare,
}

export function Figures({ children }: { children: ReactNode }) {
  return <dl className={css.figures}>{children}</dl>
}

/** A figure compared with the period before. `label` is a link to the list behind it; the whole figure leads there. */
export function Figure({
  label,
  kind,
  value,
  was,
  before,
  better,
  note,
  children,
}: {
  label: ReactNode
  kind: Kind
  value: number | null
  /** The same of the period before, and what that is called; left out where nothing is compared. */
  was?: number | null
  before?: string
  /** Which way is better; left out where neither is. */
  better?: 'more' | 'less'
  /** What it is measured by: a target, or of how many. */
  note?: ReactNode
  /** A drawing of its history. */
  children?: ReactNode
}) {
  return (
    <div className={css.figure}>
      <dt className={css.label}>{label}</dt>
      <dd className={css.value}>
        {say[kind](value)}
        {children}
      </dd>
      {note && <dd className={css.note}>{note}</dd>}
      {before !== undefined && (
        <ChangeLine kind={kind} value={value} was={was ?? null} before={before} better={better} />
      )}
    </div>
  )
}

function ChangeLine({
  kind,
  value,
  was,
  before,
  better,
}: {
  kind: Kind
  value: number | null
  was: number | null
  before: string
  better: 'more' | 'less' | undefined
}) {
  const { words, direction } = sayChange(kind, value, was, before)
  const moved = direction === 'up' || direction === 'down'
  const isBetter = moved && better !== undefined && (better === 'more') === (direction === 'up')
  return (
    <dd className={css.change}>
      {moved && (
        <svg
          className={classNames(css.arrow, better && (isBetter ? css.better : css.worse))}
          width="12"
          height="12"
          viewBox="0 0 12 12"
          aria-hidden="true"
        >
          <path d={direction === 'up' ? 'M6 10V2M2.5 5.5 6 2l3.5 3.5' : 'M6 2v8M2.5 6.5 6 10l3.5-3.5'} />
        </svg>
      )}
      {words}
      {moved && better !== undefined && (
        <span className="visually-hidden">, which is {isBetter ? 'better' : 'worse'}</span>
      )}
    </dd>
  )
}
