import { t } from '@lingui/core/macro'
import { renderToStaticMarkup } from 'react-dom/server'
import { LandingPage } from './features/landing/landing-page.tsx'
import { firstPaints, Shell } from './first-paint.tsx'

/** What the build writes into the documents, in the language that is active. */
export const documentWords = async () => ({
  words: {
    title: t`Phial: book a laboratory visit, see the wait, read your results`,
    description: t`Book a laboratory visit at a time that is really free, know how to prepare, and read your results in plain words.`,
    landing: renderToStaticMarkup(<LandingPage />),
    app: renderToStaticMarkup(<Shell />),
  },
  painted: await firstPaints(),
})
