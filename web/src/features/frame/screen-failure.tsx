import { t } from '@lingui/core/macro'
import { useMatches, useRouter } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { Failed } from '../../ui/failed.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'

/** Inside the frame of an area, in place of one screen of it: the way to all the others stays. */
export function ScreenFailure({ error }: { error: unknown }) {
  const router = useRouter()
  const title = useMatches().findLast((match) => match.staticData.title)?.staticData.title
  return (
    <Page>
      <PageHeader title={title} />
      <Failed
        error={error instanceof ApiError ? error : null}
        failure={t`This could not be loaded`}
        onRetry={() => void router.invalidate()}
      />
    </Page>
  )
}
