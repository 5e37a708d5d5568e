import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readNonconformity } from '#contract/nonconformities.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { NonconformityScreen } from '../../features/nonconformities/nonconformity-screen.tsx'
import { Page } from '../../ui/page.tsx'

export const Route = createFileRoute('/_bench/nonconformities/$id')({
  staticData: { title: t`Nonconformity`, back: '/nonconformities' },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readNonconformity, { params })),
  component: () => (
    <Page>
      <NonconformityScreen {...Route.useParams()} mayHandle={useMay('nonconformities')} />
    </Page>
  ),
})
