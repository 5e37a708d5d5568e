import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { TippedTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Reference } from '../../ui/notice.tsx'

/** Instead of a screen that could not be shown: what happened, what was kept, what to do. */
export function ScreenError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const known = error instanceof ApiError ? error : null
  return (
    <main id="main">
      <EmptyState
        picture={<TippedTubeDrawing />}
        title={<h1 tabIndex={-1}>This page could not be shown</h1>}
        about={known?.message ?? 'Something went wrong on our side. What was saved before is safe.'}
        action={
          <>
            <Button variant="primary" onClick={onRetry}>
              Try again
            </Button>
            <Reference id={known?.requestId} />
          </>
        }
      />
    </main>
  )
}
