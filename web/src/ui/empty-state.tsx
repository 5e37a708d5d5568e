import type { ReactNode } from 'react'
import css from './empty-state.module.css'

/** Says what will be here and how to begin. `picture` is one of the drawings. */
export function EmptyState({
  picture,
  title,
  about,
  action,
}: {
  picture?: ReactNode
  title: ReactNode
  about?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={css.empty}>
      {picture && <div className={css.picture}>{picture}</div>}
      <div className={css.title}>{title}</div>
      {about && <p className={css.about}>{about}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
