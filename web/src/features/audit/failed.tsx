import type { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Reference } from '../../ui/notice.tsx'

/** In place of what could not be read of the trail; what else the screen shows stays. */
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
      <h2>{failure}</h2>
      <p>{error.code === 'no_connection' ? 'There is no connection.' : error.message}</p>
      <Reference id={error.requestId} />
      <Button onClick={onRetry}>Try again</Button>
    </Notice>
  )
}
