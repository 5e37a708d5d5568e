import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Brand, Mark } from '../../ui/brand.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { useOwnHome } from './use-own-home.ts'

/** Around the screens of people who are not signed in. The landing page is a document of its own: a plain link. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="stack min-h-dvh">
      <header className="mx-auto flex min-h-18 w-full max-w-[calc(var(--page-wide)_+_48px)] items-center justify-between gap-4 px-6 py-2 max-sm:px-4 max-[420px]:flex-wrap max-[420px]:gap-1">
        <a href="/" className="tap no-underline" aria-label={t`Phial, home page`}>
          <span className="max-[420px]:hidden">
            <Brand />
          </span>
          <span className="hidden max-[420px]:inline-flex">
            <Mark />
          </span>
        </a>
        <nav
          className="flex items-center gap-2 max-sm:gap-0 max-[420px]:flex-wrap max-[420px]:justify-end"
          aria-label={t`Main`}
        >
          <Link to="/book" className={linkClass}>
            <Trans>Book</Trans>
          </Link>
          <Link to="/contact" className={linkClass}>
            <Trans>Contact</Trans>
          </Link>
          <Link to="/support-page" className={linkClass}>
            <Trans>Support</Trans>
          </Link>
          <LanguageSwitch />
          <WayIn />
        </nav>
      </header>
      <main id="main" className="flex-1">
        {children}
      </main>
      <footer className="mx-auto flex w-full max-w-[calc(var(--page-wide)_+_48px)] flex-wrap gap-x-2 px-3 py-4 max-sm:px-2">
        <Link to="/terms" className={footerLinkClass}>
          <Trans>Terms of use</Trans>
        </Link>
        <Link to="/privacy" className={footerLinkClass}>
          <Trans>Privacy</Trans>
        </Link>
        <Link to="/developers" className={footerLinkClass}>
          <Trans>For developers</Trans>
        </Link>
      </footer>
    </div>
  )
}

const linkClass =
  'tap rounded px-3 font-550 text-ink no-underline hover:bg-vial-soft aria-[current=page]:text-vial max-sm:px-2 max-[420px]:px-1'

const footerLinkClass =
  'tap min-w-target px-3 text-ink-soft text-s no-underline hover:text-vial hover:underline'

/** Whoever is signed in already is not asked to log in. */
function WayIn() {
  const home = useOwnHome()
  return (
    <Link
      to={home ?? '/login'}
      className={`${buttonClass()} max-sm:ms-2 max-sm:px-4 max-[420px]:ms-1 max-[420px]:px-3`}
    >
      {home === null ? t`Login` : t`Dashboard`}
    </Link>
  )
}
