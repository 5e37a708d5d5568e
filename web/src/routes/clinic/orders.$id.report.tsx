import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readClinicOrder } from '#contract/clinic-orders.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { ClinicReportScreen } from '../../features/results/report/clinic-report-screen.tsx'

export const Route = createFileRoute('/clinic/orders/$id/report')({
  staticData: { title: t`Results`, back: '/clinic/orders/$id' },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readClinicOrder, { params })),
  component: () => <ClinicReportScreen {...Route.useParams()} />,
})
