import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readBackups } from '#contract/backups.ts'
import { isAwaited, queryFor, startLoading } from '../../api/queries.ts'
import { BackupsGlance } from '../../features/backups/backups-glance.tsx'
import { ManagerDashboard } from '../../features/booking/manager/manager-dashboard.tsx'
import { ScreenLoading } from '../../features/frame/screen-loading.tsx'
import { LatelyGlance } from '../../features/insights/lately-glance.tsx'
import { TodayGlance } from '../../features/insights/today-glance.tsx'

export const Route = createFileRoute('/manager-dashboard/')({
  staticData: { title: t`Dashboard` },
  loader: ({ context }) => startLoading(context.queryClient, queryFor(readBackups)),
  component: Dashboard,
})

function Dashboard() {
  // The state of the backups is above the figures: coming later, it would shift them.
  if (isAwaited(useQuery(queryFor(readBackups)))) return <ScreenLoading />
  return <ManagerDashboard today={<TodayGlance />} lately={<LatelyGlance />} backups={<BackupsGlance />} />
}
