import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import css from './whole-page.module.css'

/** A screen that has nothing to show but a sentence and a way on. */
export function WholePage({
  picture,
  title,
  about,
  children,
}: {
  picture: ReactNode
  title: string
  about: string
  /** The ways on, as buttons or links. */
  children: ReactNode
}) {
  return (
    <div className={css.page}>
      <EmptyState
        picture={picture}
        title={<h1 tabIndex={-1}>{title}</h1>}
        about={about}
        action={<div className={css.actions}>{children}</div>}
      />
    </div>
  )
}
