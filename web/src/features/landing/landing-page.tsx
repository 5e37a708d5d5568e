import { Trans } from '@lingui/react/macro'
import { Closing } from './closing.tsx'
import { Features } from './features.tsx'
import { Floating } from './floating.tsx'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { Overview } from './overview.tsx'
import { Services } from './services.tsx'
import { TopBar } from './top-bar.tsx'

/**
 * The landing page as words and pictures only. It holds no state: what moves on it is added by `enhance.ts`, so that
 * the page is whole before, and without, any script.
 */
export function LandingPage() {
  return (
    <div className="landing">
      <a className="skip-link" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <TopBar />
      <main id="main">
        <Hero />
        <Features />
        <Overview />
        <Services />
        <Closing />
      </main>
      <Footer />
      <Floating />
    </div>
  )
}
