import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { type Kind, sayChange } from './change-words.ts'
import type { Lead } from './leads.tsx'
import { sayCount, sayLasting, sayShare } from './number-words.ts'
import type { Shown } from './shown.ts'

const say: Record<Kind, (value: number | null) => string> = {
  count: sayCount,
  minutes: sayLasting,
  share: sayShare,
}

export function Figures({ children }: { children: ReactNode }) {
  return (
    <dl className="cols-fit-200 grid gap-x-5 gap-y-6 max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:gap-y-5">
      {children}
    </dl>
  )
}

type FigureProps = {
  name: string
  /** The list behind the figure; the whole figure leads there. */
  to: Lead
  kind: Kind
  /** What it is measured by: a target, or of how many. */
  note?: ReactNode
  /** A drawing of its history. */
  children?: ReactNode
} & (
  | { value: number | null }
  | {
      /** Compared with the period before. */
      of: Shown
      read: (figures: Shown['now']) => number | null
      /** Which way is better; left out where neither is. */
      better?: 'more' | 'less'
    }
)

export function Figure({ name, to, kind, note, children, ...figure }: FigureProps) {
  const value = 'of' in figure ? figure.read(figure.of.now) : figure.value
  return (
    <div className="relative min-w-0 has-[a:hover]:text-vial-strong">
      <dt className="hint font-600 [&_a::after]:absolute [&_a::after]:-inset-2 [&_a::after]:rounded [&_a::after]:content-[''] [&_a]:text-inherit [&_a]:decoration-line-strong">
        {to(name)}
      </dt>
      <dd className="flex items-center gap-3 font-650 text-3xl tabular-nums leading-[1.3] max-sm:flex-wrap max-sm:gap-x-2 max-sm:gap-y-0 max-sm:text-2xl">
        {say[kind](value)}
        {children}
      </dd>
      {note && <dd className="hint">{note}</dd>}
      {'of' in figure && (
        <ChangeLine
          kind={kind}
          value={value}
          was={figure.read(figure.of.was)}
          before={figure.of.before}
          better={figure.better}
        />
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
    <dd className="hint">
      {moved && (
        <svg
          className={classNames(
            'me-1 fill-none stroke-[1.75] stroke-current stroke-round',
            better && (isBetter ? 'text-leaf' : 'text-carmine'),
          )}
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
        <span className="visually-hidden"> ({isBetter ? t`better` : t`worse`})</span>
      )}
    </dd>
  )
}
