import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ApiError } from '../../api/api-error.ts'
import { Failed } from '../../ui/failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The shape of figures with drawings below. */
export function FiguresLoading({ figures = 4, drawings = 2 }: { figures?: number; drawings?: number }) {
  return (
    <div role="status" className="[&>div:last-child]:mt-6">
      <span className="visually-hidden">
        <Trans>Loading the figures...</Trans>
      </span>
      <div className="cols-fit-200 grid gap-x-5 gap-y-6 max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:gap-y-5">
        {Array.from({ length: figures }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are alike and never move.
          <div key={index} className="stack min-w-0 gap-2">
            <Skeleton width="12ch" />
            <Skeleton width="5ch" height="36px" />
            <Skeleton width="18ch" />
          </div>
        ))}
      </div>
      <div className="cols-fit-400 print:flow-6 grid items-start gap-8 print:block">
        {Array.from({ length: drawings }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are alike and never move.
          <Skeleton key={index} height="220px" />
        ))}
      </div>
    </div>
  )
}

export function Trouble({
  error,
  title = t`The figures could not be loaded`,
  onRetry,
}: {
  error: ApiError
  title?: string
  onRetry: () => void
}) {
  return <Failed error={error} failure={title} title="h3" onRetry={onRetry} />
}
