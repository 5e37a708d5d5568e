import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Brand } from '../../ui/brand.tsx'
import { buttonClass } from '../../ui/button.tsx'
import css from './public-frame.module.css'

/** Around the screens of people who are not signed in. The landing page is a document of its own: a plain link. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={css.frame}>
      <header className={css.bar}>
        <a href="/" className={css.home} aria-label="Phial, first page">
          <Brand />
        </a>
        <nav className={css.links} aria-label="Main">
          <Link to="/contact" className={css.link}>
            Contact
          </Link>
          <Link to="/support-page" className={css.link}>
            Support
          </Link>
          <Link to="/login" className={buttonClass()}>
            Login
          </Link>
        </nav>
      </header>
      <main id="main" className={css.main}>
        {children}
      </main>
    </div>
  )
}
