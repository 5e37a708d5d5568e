import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { listOutOfUse } from '#contract/instrument-breakdowns.ts'
import { isAwaited, queryFor, startLoading } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { CasesGlance } from '../../features/authorities/cases-glance.tsx'
import { ScreenLoading } from '../../features/frame/screen-loading.tsx'
import { OutOfUse } from '../../features/instruments/out-of-use.tsx'
import { labQuery, useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { DashboardScreen } from '../../features/laboratory/tasks/dashboard-screen.tsx'
import { queueAddress } from '../../features/laboratory/tasks/queue-search.ts'

export const Route = createFileRoute('/technician-dashboard/')({
  staticData: { title: t`Dashboard` },
  validateSearch: queueAddress.validate,
  loader: ({ context }) => startLoading(context.queryClient, labQuery, queryFor(listOutOfUse)),
  component: Dashboard,
})

function Dashboard() {
  const zone = useZone()
  const reports = useMay('authorities')
  // The notice is above the queue: coming later, it would shift it.
  if (isAwaited(useQuery(queryFor(listOutOfUse)))) return <ScreenLoading />
  const notice = (
    <>
      {reports && <CasesGlance />}
      <OutOfUse zone={zone} className="mb-4" />
    </>
  )
  return <DashboardScreen notice={notice} />
}
