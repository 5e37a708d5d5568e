import type { ReactNode } from 'react'
import css from './facts.module.css'

export type Fact = { name: string; value: ReactNode }

/** Names and values in two columns, one under the other where it is narrow. Empty values say so. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={css.fact}>
          <dt>{name}</dt>
          <dd dir="auto">{value === '' ? <span className={css.none}>not given</span> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
