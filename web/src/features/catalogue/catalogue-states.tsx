import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'

/** In place of a screen whose data the server did not give: gone, or a try away. */
export function CatalogueFailure({ error }: { error: unknown }) {
  const router = useRouter()
  const known = error instanceof ApiError ? error : null
  if (known?.code === 'not_found') {
    return (
      <Page measure="text">
        <EmptyState
          picture={<EmptyTubeDrawing />}
          title={
            <h1 tabIndex={-1}>
              <Trans>This is not in the catalogue</Trans>
            </h1>
          }
          about={t`Perhaps the address was not copied to its end.`}
          action={
            <Link to="/manager-dashboard/catalogue" className={buttonClass({ variant: 'primary' })}>
              <Trans>All tests</Trans>
            </Link>
          }
        />
      </Page>
    )
  }
  return (
    <Page>
      <PageHeader title={t`Catalogue`} />
      <Failed
        error={known}
        failure={t`The catalogue could not be loaded.`}
        onRetry={() => void router.invalidate()}
      />
    </Page>
  )
}
