import { useRouter } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { Failed } from '../../ui/failed.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import figure from './figure.module.css'
import css from './insights.module.css'

/** The shape of figures with drawings below. */
export function FiguresLoading({ figures = 4, drawings = 2 }: { figures?: number; drawings?: number }) {
  return (
    <div role="status" className={css.loading}>
      <span className="visually-hidden">Loading the figures...</span>
      <div className={figure.figures}>
        {Array.from({ length: figures }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are alike and never move.
          <div key={index} className={css.waiting}>
            <Skeleton width="12ch" />
            <Skeleton width="5ch" height="36px" />
            <Skeleton width="18ch" />
          </div>
        ))}
      </div>
      <div className={css.drawings}>
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
  title = 'The figures could not be loaded',
  onRetry,
}: {
  error: ApiError
  title?: string
  onRetry: () => void
}) {
  return <Failed error={error} failure={title} title="h3" onRetry={onRetry} />
}

/** In place of the screens when the laboratory itself could not be read. */
export function InsightsProblem({ error }: { error: unknown }) {
  const router = useRouter()
  if (!(error instanceof ApiError)) throw error
  return (
    <Page>
      <PageHeader title="Insights" />
      <Trouble error={error} onRetry={() => void router.invalidate()} />
    </Page>
  )
}
