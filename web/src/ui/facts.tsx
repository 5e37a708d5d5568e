import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

export type Fact = { name: string; value: ReactNode }

/**
 * Names and values in columns, one under the other where it is narrow; a value that nobody gave says so. `dense` for the
 * bench, where much is seen at once.
 */
export function Facts({ facts, dense }: { facts: readonly Fact[]; dense?: boolean }) {
  return (
    <dl
      className={`grid ${dense ? 'cols-fill-200 gap-x-5 gap-y-3 max-sm:gap-2' : 'cols-fill-220 gap-x-6 gap-y-5 max-sm:gap-3'}`}
    >
      {facts.map(({ name, value }) => (
        <div
          key={name}
          className="min-w-0 max-sm:grid max-sm:grid-cols-[minmax(102px,34%)_minmax(0,1fr)] max-sm:items-baseline max-sm:gap-3"
        >
          <dt className="hint">{name}</dt>
          <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap font-550 [text-align:match-parent]">
            {value === '' || value === null ? (
              <span className="font-400 text-ink-soft">
                <Trans>not given</Trans>
              </span>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
