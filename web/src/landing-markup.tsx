import { renderToStaticMarkup } from 'react-dom/server'
import { LandingPage } from './features/landing/landing-page.tsx'

/** The landing page as the build writes it into `index.html`. */
export function landingMarkup(): string {
  return renderToStaticMarkup(<LandingPage />)
}
