import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import css from './page.module.css'

/** The measure of a screen: `wide` for lists, `text` for reading, `narrow` for one form. */
export function Page({
  measure = 'wide',
  children,
}: {
  measure?: 'wide' | 'text' | 'narrow'
  children: ReactNode
}) {
  return <div className={classNames(css.page, measure !== 'wide' && css[measure])}>{children}</div>
}

/**
 * Where you are, what is here, and the one thing to do: top right when wide, at the thumb when narrow.
 * The heading takes the focus after navigation.
 */
export function PageHeader({
  title,
  about,
  action,
}: {
  title: ReactNode
  about?: ReactNode
  action?: ReactNode
}) {
  return (
    <header className={css.header}>
      <div className={css.words}>
        <h1 className={css.title} tabIndex={-1}>
          {title}
        </h1>
        {about && <p className={css.about}>{about}</p>}
      </div>
      {action && <div className={css.action}>{action}</div>}
    </header>
  )
}
