import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readCatalogueTest } from '#contract/catalogue.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { CatalogueFailure } from '../../features/catalogue/catalogue-states.tsx'
import { TestScreen } from '../../features/catalogue/test-screen.tsx'
import { useZone } from '../../features/catalogue/use-zone.ts'

export const Route = createFileRoute('/manager-dashboard/catalogue/tests/$code')({
  staticData: { title: t`Test` },
  loader: ({ context, params: { code } }) =>
    startLoading(context.queryClient, queryFor(readCatalogueTest, { params: { code } })),
  errorComponent: ({ error }) => <CatalogueFailure error={error} />,
  component: function Test() {
    const { code } = Route.useParams()
    return <TestScreen key={code} code={code} zone={useZone()} />
  },
})
