import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listOutOfUse } from '#contract/instrument-breakdowns.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'
import { OutOfUse } from '../../features/instruments/out-of-use.tsx'
import { labQuery, useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { DashboardScreen } from '../../features/laboratory/tasks/dashboard-screen.tsx'
import { queueAddress } from '../../features/laboratory/tasks/queue-search.ts'

export const Route = createFileRoute('/technician-dashboard/')({
  staticData: { title: t`Dashboard` },
  validateSearch: queueAddress.validate,
  loader: ({ context }) => startLoading(context.queryClient, labQuery, queryFor(listOutOfUse)),
  errorComponent: ScreenFailure,
  component: Dashboard,
})

function Dashboard() {
  return <DashboardScreen notice={<OutOfUse zone={useZone()} className="mb-4" />} />
}
