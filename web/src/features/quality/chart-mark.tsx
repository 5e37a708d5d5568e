import { t } from '@lingui/core/macro'
import type { ControlValue } from '#contract/quality.ts'
import { isRejection, type WestgardRule } from '#contract/quality-rules.ts'

/** How a value is drawn: each has a shape of its own, so that none is told by its colour alone. */
export const marks = ['in', 'warning', 'rejected', 'answered', 'struck'] as const
export type Mark = (typeof marks)[number]

export const markWords: Readonly<Record<Mark, string>> = {
  in: t`in control`,
  warning: 'warning (1-2s)',
  rejected: t`a rule is broken`,
  answered: t`out of control, accepted`,
  struck: t`struck out`,
}

export function markOf(value: ControlValue): Mark {
  if (value.struckOut) return 'struck'
  if (value.rules.some(isRejection)) return value.responsibility ? 'answered' : 'rejected'
  return value.rules.length > 0 ? 'warning' : 'in'
}

const shapes: Readonly<Record<Mark, string>> = {
  in: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z',
  warning: 'M0-6.5 6 4.5H-6z',
  rejected: 'M0-8 8 0 0 8-8 0z',
  answered: 'M0-8 8 0 0 8-8 0zM-3.5 0h7',
  struck: 'M-4.5-4.5 4.5 4.5M4.5-4.5-4.5 4.5',
}

const looks: Readonly<Record<Mark, string>> = {
  in: 'fill-vial stroke-card',
  warning: 'fill-agar-soft stroke-agar-ink stroke-[1.75]',
  rejected: 'fill-carmine stroke-card',
  answered: 'fill-card stroke-carmine stroke-[1.75]',
  struck: 'fill-none stroke-ink-soft stroke-[1.75]',
}

/** A value's shape around the origin, with the name of the rule that it breaks. */
export function ChartMark({
  mark,
  chosen = false,
  below = false,
  rules = [],
}: {
  mark: Mark
  chosen?: boolean
  /** The name stands under the shape, where there is no room above it. */
  below?: boolean
  rules?: readonly WestgardRule[]
}) {
  const named = mark === 'rejected' || mark === 'answered'
  return (
    <>
      {chosen && (
        <circle
          className="fill-none stroke-2 stroke-vial group-focus-visible:stroke-[3.5] group-focus-visible:stroke-focus print:hidden"
          r="11"
        />
      )}
      <path className={looks[mark]} d={shapes[mark]} />
      {named && (
        <text className="fill-ink font-650 text-xs" y={below ? 24 : -16} textAnchor="middle">
          {rules.filter(isRejection)[0]}
        </text>
      )}
    </>
  )
}

/** What the shapes mean. */
export function ChartLegend() {
  return (
    <ul className="row hint mt-2 gap-x-4 gap-y-1">
      {marks.map((mark) => (
        <li key={mark} className="inline-flex items-center gap-1">
          <svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">
            <ChartMark mark={mark} />
          </svg>
          {markWords[mark]}
        </li>
      ))}
    </ul>
  )
}
