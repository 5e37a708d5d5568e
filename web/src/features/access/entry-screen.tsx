import type { ReactNode } from 'react'
import { PageHeader } from '../../ui/page.tsx'
import css from './entry-screen.module.css'

/** The screens on the way in: one form, and on wide windows beside it what it is good for. */
export function EntryScreen({
  title,
  about,
  aside,
  children,
}: {
  title: string
  about?: ReactNode
  aside: ReactNode
  children: ReactNode
}) {
  return (
    <div className={css.screen}>
      <div className={css.form}>
        <PageHeader title={title} about={about} />
        {children}
      </div>
      <aside className={css.aside}>{aside}</aside>
    </div>
  )
}

/** Under a form: the way to the screen that somebody may have been looking for. */
export function EntryFoot({ children }: { children: ReactNode }) {
  return <p className={css.foot}>{children}</p>
}
