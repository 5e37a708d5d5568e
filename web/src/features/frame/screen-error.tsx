import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useKnownFailure } from '../../api/use-known-failure.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TippedTubeDrawing } from '../../ui/drawings.tsx'
import { Reference } from '../../ui/notice.tsx'
import { WholePage } from './whole-page.tsx'

/** Instead of a screen that could not be shown: what happened, what was kept, what to do. */
export function ScreenError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const known = useKnownFailure(error)
  return (
    <main id="main">
      <WholePage
        picture={<TippedTubeDrawing />}
        title={t`This page could not be shown`}
        about={known?.message ?? t`Something went wrong on our side. What was saved before is safe.`}
      >
        <Button variant="primary" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
        <a href="/" className={buttonClass()}>
          <Trans>Go To HomePage</Trans>
        </a>
        <Reference id={known?.requestId} />
      </WholePage>
    </main>
  )
}
