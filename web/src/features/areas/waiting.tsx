import type { ReactNode } from 'react'
import { Mark } from '../../ui/brand.tsx'
import css from './waiting.module.css'

/** In place of an area while it is found out who stands before it. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <main id="main" className={css.waiting}>
      <Mark size={48} />
      <p role="status">{children}</p>
    </main>
  )
}
