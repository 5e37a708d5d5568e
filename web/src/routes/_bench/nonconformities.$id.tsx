import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { readNonconformity } from '#contract/nonconformities.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'
import { NonconformityScreen } from '../../features/nonconformities/nonconformity-screen.tsx'
import { Page } from '../../ui/page.tsx'

export const Route = createFileRoute('/_bench/nonconformities/$id')({
  staticData: { title: t`Nonconformity` },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readNonconformity, { params })),
  errorComponent: ScreenFailure,
  component: Opened,
})

function Opened() {
  const { id } = Route.useParams()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return (
    <Page>
      <NonconformityScreen key={id} id={id} mayHandle={me.permissions.includes('nonconformities')} />
    </Page>
  )
}
