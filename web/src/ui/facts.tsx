import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import css from './facts.module.css'

export type Fact = { name: string; value: ReactNode }

/**
 * Names and values in columns, one under the other where it is narrow; a value that nobody gave says so. `dense` for the
 * bench, where much is seen at once.
 */
export function Facts({ facts, dense }: { facts: readonly Fact[]; dense?: boolean }) {
  return (
    <dl className={classNames(css.facts, dense && css.dense)}>
      {facts.map(({ name, value }) => (
        <div key={name} className={css.fact}>
          <dt>{name}</dt>
          <dd dir="auto">
            {value === '' || value === null ? <span className={css.none}>not given</span> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
