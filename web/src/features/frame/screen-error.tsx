import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useKnownFailure } from '../../api/use-known-failure.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TippedTubeDrawing } from '../../ui/drawings.tsx'
import { Reference } from '../../ui/notice.tsx'
import { WholePage } from './whole-page.tsx'

/** In place of the whole page, if not even the frame of an area could be shown: what happened, what was kept, what to do. */
export function ScreenError({
  error,
  title = t`This page could not be shown`,
}: {
  error: unknown
  title?: string
}) {
  const router = useRouter()
  const known = useKnownFailure(error)
  return (
    <main id="main">
      <WholePage
        picture={<TippedTubeDrawing />}
        title={title}
        about={known?.message ?? t`Something went wrong on our side. What was saved before is safe.`}
      >
        {/* What failed may be a guard or a loader: those run again, then the screen is shown. */}
        <Button variant="primary" onClick={() => void router.invalidate()}>
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
