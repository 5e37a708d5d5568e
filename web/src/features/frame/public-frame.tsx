import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Brand, Mark } from '../../ui/brand.tsx'
import { buttonClass } from '../../ui/button.tsx'
import css from './public-frame.module.css'
import { useOwnHome } from './use-own-home.ts'

/** Around the screens of people who are not signed in. The landing page is a document of its own: a plain link. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={css.frame}>
      <header className={css.bar}>
        <a href="/" className={css.home} aria-label="Phial, first page">
          <span className={css.brand}>
            <Brand />
          </span>
          <span className={css.mark}>
            <Mark />
          </span>
        </a>
        <nav className={css.links} aria-label="Main">
          <Link to="/book" className={css.link}>
            Book
          </Link>
          <Link to="/contact" className={css.link}>
            Contact
          </Link>
          <Link to="/support-page" className={css.link}>
            Support
          </Link>
          <WayIn />
        </nav>
      </header>
      <main id="main" className={css.main}>
        {children}
      </main>
    </div>
  )
}

/** Whoever is signed in already is not asked to log in. */
function WayIn() {
  const home = useOwnHome()
  return (
    <Link to={home ?? '/login'} className={buttonClass()}>
      {home === null ? 'Login' : 'Dashboard'}
    </Link>
  )
}
