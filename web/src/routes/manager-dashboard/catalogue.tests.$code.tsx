import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readCatalogueTest } from '#contract/catalogue.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { TestScreen } from '../../features/catalogue/test-screen.tsx'
import { useZone } from '../../features/catalogue/use-zone.ts'

export const Route = createFileRoute('/manager-dashboard/catalogue/tests/$code')({
  staticData: { title: t`Test`, back: '/manager-dashboard/catalogue' },
  loader: ({ context, params: { code } }) =>
    startLoading(context.queryClient, queryFor(readCatalogueTest, { params: { code } })),
  component: () => <TestScreen {...Route.useParams()} zone={useZone()} />,
})
