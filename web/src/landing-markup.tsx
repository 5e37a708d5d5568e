import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { renderToStaticMarkup } from 'react-dom/server'
import { LandingPage } from './features/landing/landing-page.tsx'

/** What the build writes into the documents, in the language that is active. */
export const documentWords = () => ({
  title: t`Phial: book a laboratory visit, see the wait, read your results`,
  description: t`Book a laboratory visit at a time that is really free, know how to prepare, and read your results in plain words.`,
  landing: renderToStaticMarkup(<LandingPage />),
  noScript: renderToStaticMarkup(
    <Trans>
      Booking, queues and results need JavaScript. The <a href="/">first page</a> reads without it, and tells
      how to reach the laboratory.
    </Trans>,
  ),
})
