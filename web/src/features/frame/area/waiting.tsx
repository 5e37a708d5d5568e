import type { ReactNode } from 'react'
import { Mark } from '../../../ui/brand.tsx'

/** In place of an area while it is found out who stands before it. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="stack min-h-[90dvh] items-center justify-center gap-4 text-ink-soft">
      <Mark size={48} />
      <p role="status">{children}</p>
    </main>
  )
}
