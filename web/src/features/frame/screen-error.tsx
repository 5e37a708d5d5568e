import { ApiError } from '../../api/api-error.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TippedTubeDrawing } from '../../ui/drawings.tsx'
import { Reference } from '../../ui/notice.tsx'
import { WholePage } from './whole-page.tsx'

/** Instead of a screen that could not be shown: what happened, what was kept, what to do. */
export function ScreenError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const known = error instanceof ApiError ? error : null
  return (
    <main id="main">
      <WholePage
        picture={<TippedTubeDrawing />}
        title="This page could not be shown"
        about={known?.message ?? 'Something went wrong on our side. What was saved before is safe.'}
      >
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
        <a href="/" className={buttonClass()}>
          Go To HomePage
        </a>
        <Reference id={known?.requestId} />
      </WholePage>
    </main>
  )
}
