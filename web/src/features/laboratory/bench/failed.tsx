import type { ApiError } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, Reference } from '../../../ui/notice.tsx'

/** In place of a part of a screen that could not be loaded; the others stay as they are. */
export function Failed({
  error,
  failure,
  onRetry,
}: {
  error: ApiError
  failure: string
  onRetry: () => void
}) {
  return (
    <Notice kind="error" role="alert">
      <p>
        <strong>{failure}</strong>
      </p>
      <p>{error.code === 'no_connection' ? 'There is no connection.' : error.message}</p>
      <Reference id={error.requestId} />
      <Button variant="plain" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  )
}
