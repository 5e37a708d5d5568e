import type { ReactNode } from 'react'

/** What a list is narrowed by, above it. */
export function ListFilters({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search
      className="mb-6 grid grid-cols-[minmax(0,360px)_minmax(0,200px)] gap-4 max-sm:grid-cols-1"
      aria-label={label}
    >
      {children}
    </search>
  )
}
