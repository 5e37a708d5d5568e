import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page, PageHeader } from '../../ui/page.tsx'
import css from './messages.module.css'

/** Around what comes to the laboratory: the title, and the way between the contact form and SMS. */
export function MessagesFrame({ children }: { children: ReactNode }) {
  return (
    <Page>
      <PageHeader title="Messages" about="What people wrote to the laboratory, newest first." />
      <nav aria-label="Messages" className={css.tabs}>
        <Link
          to="/manager-dashboard/messages"
          className={css.tab}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          Contact form
        </Link>
        <Link to="/manager-dashboard/messages/replies" className={css.tab}>
          SMS replies
        </Link>
      </nav>
      {children}
    </Page>
  )
}
