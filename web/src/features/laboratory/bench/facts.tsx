import type { ReactNode } from 'react'
import css from './facts.module.css'

/** Names and values, dense; a value that nobody gave says so. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
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
