import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readAnalyte } from '#contract/catalogue.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { AnalyteScreen } from '../../features/catalogue/analyte-screen.tsx'
import { useZone } from '../../features/catalogue/use-zone.ts'

export const Route = createFileRoute('/manager-dashboard/catalogue/analytes/$code')({
  staticData: { title: t`Analyte`, back: '/manager-dashboard/catalogue' },
  loader: ({ context, params: { code } }) =>
    startLoading(context.queryClient, queryFor(readAnalyte, { params: { code } })),
  component: () => <AnalyteScreen {...Route.useParams()} zone={useZone()} />,
})
