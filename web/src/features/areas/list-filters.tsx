import type { ReactNode } from 'react'
import css from './list-filters.module.css'

/** What a list is narrowed by, above it. */
export function ListFilters({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search className={css.filters} aria-label={label}>
      {children}
    </search>
  )
}
